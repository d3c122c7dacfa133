import type { Logger } from 'pino';

const minuteMs = 60_000;

/**
 * Logs that a scheduled task failed: at once with its stack, then for as long as it fails in the same way one line a minute with the
 * count. A task of every second must not fill the disk that it fails for.
 */
export function taskFailureLog(
  log: Pick<Logger, 'error'>,
  now: () => number,
): (task: string, error: unknown) => void {
  const last = new Map<string, { readonly message: string; readonly at: number; failures: number }>();
  return (task, error) => {
    const message = error instanceof Error ? error.message : String(error);
    const before = last.get(task);
    if (before?.message === message && Math.abs(now() - before.at) < minuteMs) {
      before.failures += 1;
      return;
    }
    last.set(task, { message, at: now(), failures: 0 });
    if (before?.message !== message) log.error({ job: task, err: error }, 'a job failed');
    else log.error({ job: task, failures: before.failures + 1, why: message }, 'a job still fails');
  };
}
