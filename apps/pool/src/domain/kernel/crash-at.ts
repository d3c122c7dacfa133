import { armCrashPoints } from './crash-point.ts';

/** Which crash point ends the process, and at which of its hits. */
export interface CrashAt {
  readonly point: string;
  readonly hit: number;
}

/** Hits of the point, which all threads of a process count together. */
export const crashHits = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

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
  hits = crashHits,
): void {
  armCrashPoints((name) => {
    if (name !== point) return;
    if (Atomics.add(hits, 0, 1) + 1 === hit) die();
  });
}
