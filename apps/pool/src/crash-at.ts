import { armCrashPoints } from './services/ports/crash-point.ts';

/** Which crash point ends the process, and at which of its hits. */
export interface CrashAt {
  readonly point: string;
  readonly hit: number;
}

/** Reads `name:hit`; undefined where the text is something else. */
export function parseCrashAt(text: string): CrashAt | undefined {
  const [, point, hit] = /^([a-z]+(?:-[a-z]+)*):([1-9]\d{0,5})$/.exec(text) ?? [];
  return point === undefined ? undefined : { point, hit: Number(hit) };
}

/** From here on the process dies at that point, and nothing in it gets another turn. For suites only. */
export function crashAt(
  { point, hit }: CrashAt,
  die = (): void => {
    // Not `process.exit`: no handler may run, no buffer may be written.
    process.kill(process.pid, 'SIGKILL');
  },
): void {
  let hits = 0;
  armCrashPoints((name) => {
    if (name !== point) return;
    hits += 1;
    if (hits === hit) die();
  });
}
