import { getPriority, setPriority } from 'node:os';

/** Where processor time is short, miners are answered before work in the background is done. */
const background = 5;

/**
 * Gives this worker thread nice 5. On Linux alone does a priority belong to the thread and not to the process. A thread that is that
 * nice already, as under `Nice=10` of systemd, stays as it is: only root may raise a priority again.
 */
export function lowerThreadPriority(
  os: { readonly getPriority: () => number; readonly setPriority: (pid: number, nice: number) => void } = {
    getPriority,
    setPriority,
  },
  platform: string = process.platform,
): void {
  if (platform === 'linux' && os.getPriority() < background) os.setPriority(0, background);
}
