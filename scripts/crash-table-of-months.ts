import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesOf, playSuite } from './crash-table-of-exchanges.ts';

/** A month of `month.long.test.ts`; amounts in units of 10^-18, as decimal text. */
interface MonthRun {
  readonly seed: number;
  readonly thefts: readonly {
    readonly kind: string;
    readonly coin: string;
    readonly amount: string;
    /** Left out where it was not named. */
    readonly afterMs?: number;
  }[];
  readonly did: Readonly<Record<string, number>>;
  readonly skipped: readonly string[];
  readonly wrong: readonly string[];
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** What was stolen and when it was named, by the kind of place; and what happened in months with and without thefts. */
export function monthTable(runs: readonly MonthRun[]): readonly string[] {
  const all = runs.flatMap(({ thefts }) => thefts);
  const kinds = [...new Set(all.map(({ kind }) => kind))].toSorted();
  const calm = runs.filter(({ thefts, skipped }) => thefts.length === 0 && skipped.length === 0);
  const robbed = runs.filter((run) => !calm.includes(run));
  const sum = (of: readonly MonthRun[], figure: (run: MonthRun) => number): number =>
    of.reduce((total, run) => total + figure(run), 0);
  const figures: readonly (readonly [string, (run: MonthRun) => number])[] = [
    ['months of thirty days', () => 1],
    ...[
      'blocks',
      'incomes',
      'trades',
      'transfers',
      'sweeps',
      'sentToSell',
      'payouts',
      'movements',
      'looks',
    ].map((name): readonly [string, (run: MonthRun) => number] => [
      names[name] ?? name,
      ({ did }) => did[name] ?? 0,
    ]),
    ['thefts', ({ thefts }) => thefts.length],
    ['**alarms without a theft, and anything else wrong**', ({ wrong }) => wrong.length],
  ];
  return [
    row([
      'stolen',
      'thefts',
      'of the least amount',
      'named there',
      'at the earliest',
      'half of them within',
      'at the latest',
    ]),
    row(['---', '--:', '--:', '--:', '--:', '--:', '--:']),
    ...kinds.map((kind) =>
      kindRow(
        kind,
        all.filter((theft) => theft.kind === kind),
      ),
    ),
    '',
    row(['', 'without thefts', 'with thefts']),
    row(['---', '--:', '--:']),
    ...figures.map(([name, figure]) => row([name, sum(calm, figure), sum(robbed, figure)])),
  ];
}

const names: Readonly<Record<string, string>> = {
  blocks: 'blocks credited',
  incomes: 'payments of another pool',
  trades: 'turns of trading',
  transfers: 'transfers to wallets',
  sweeps: 'transfers to the exchange',
  sentToSell: 'of these with what conversions have to sell',
  payouts: 'payouts',
  movements: 'fees taken out, and top-ups',
  looks: 'comparisons of all places',
};

/** Of dollars at an exchange, and of what a chain can hold. */
const leastAmounts = new Set(['1', '10000000000']);

function kindRow(kind: string, thefts: MonthRun['thefts']): string {
  const after = thefts
    .flatMap(({ afterMs }) => (afterMs === undefined ? [] : [afterMs]))
    .toSorted((a, b) => a - b);
  const at = (index: number): string => minutes(after[index]);
  return row([
    kind,
    thefts.length,
    thefts.filter(({ amount }) => leastAmounts.has(amount)).length,
    after.length,
    at(0),
    at(Math.floor((after.length - 1) / 2)),
    at(after.length - 1),
  ]);
}

function minutes(ms: number | undefined): string {
  if (ms === undefined) return '';
  const whole = Math.round(ms / 60_000);
  return whole < 120 ? `${whole} min` : `${(whole / 60).toFixed(1)} h`;
}

/**
 * Plays months of the treasury and prints the table: `months [SEEDS [FIRST [FILE]]]`. With a file it is the table of everything that the file has, so that
 * seeds can be played one at a time. Answers the exit code.
 */
export async function playMonths([seeds = '20', first = '1', kept]: readonly string[]): Promise<number> {
  const suite = 'apps/pool/src/testing/treasury-month/month.long.test.ts';
  const directory = mkdtempSync(join(tmpdir(), 'openlode-months-'));
  const file = kept ?? join(directory, 'runs');
  try {
    const code = await playSuite(suite, { CRASH_RUNS: file, SEEDS: seeds, FIRST: first });
    process.stdout.write(`\n${monthTable(linesOf(file) as MonthRun[]).join('\n')}\n`);
    return code;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
