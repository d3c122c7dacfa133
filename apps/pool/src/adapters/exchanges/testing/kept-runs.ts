import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What a run is known by, in its line of the file. */
export interface RunName {
  /** What was asked of the stand-in, and which: `{ orders: 'kraken' }`. */
  readonly orders?: string;
  readonly transfers?: string;
  readonly payouts?: string;
  readonly engine: string;
  readonly seed: number;
}

/**
 * Plays a run of a seed, and keeps a line of it in the file that `CRASH_RUNS` names, so that a long play goes on where it was cut: what the file has is not
 * played again, and after `CRASH_UNTIL` (ms) nothing more is begun. Answers what came of it; undefined where it was not played.
 */
export async function playKept<Run extends object>(
  name: RunName,
  play: () => Promise<Run>,
): Promise<Run | undefined> {
  const file = process.env['CRASH_RUNS'];
  if (file === undefined) return play();
  if (Date.now() > Number(process.env['CRASH_UNTIL'] ?? Number.POSITIVE_INFINITY)) return undefined;
  if (isKept(file, name)) return undefined;
  const run = await play();
  appendFileSync(file, `${JSON.stringify({ ...name, ...run })}\n`);
  return run;
}

function isKept(file: string, name: RunName): boolean {
  if (!existsSync(file)) return false;
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .some((line) => Object.entries(name).every(([key, value]) => line[key] === value));
}
