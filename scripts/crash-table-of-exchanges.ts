import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCcxt } from '../testing/ccxt-library.ts';
import { ROOT } from './root.ts';

/** A run of `lost-answers.long.test.ts`: what was lost of one stand-in, and what came of it. */
export interface ExchangeRun {
  readonly exchange: string;
  readonly faults: number;
  /** By `order now timeout` and the like, how often. */
  readonly byFault: Readonly<Record<string, number>>;
  readonly meant: number;
  readonly sent: number;
  readonly doubleOrders: number;
  readonly doubleWithdrawals: number;
  readonly missing: number;
}

const losses = ['timeout', 'reset', 'http-502', 'http-429', 'half-body'] as const;
const headings = ['', 'timeout', 'reset', '502', '429', 'half a body', 'all'];
const taken = [
  ['now', 'accepted'],
  ['later', 'on its way: accepted later, or refused by its time'],
  ['never', 'not accepted'],
] as const;

/** A run of `stored-under-loss.long.test.ts`: what was lost of what the pool has stored. */
export interface StoredRun {
  /** The stand-in, under what was asked of it. */
  readonly orders?: string;
  readonly transfers?: string;
  readonly payouts?: string;
  readonly seed: number;
  readonly faults: number;
  /** By `now timeout` and the like, how often. */
  readonly byFault: Readonly<Record<string, number>>;
  readonly meant: number;
  /** Rows: what was never taken is stored once more. */
  readonly stored: number;
  readonly double: number;
  readonly missing: number;
  /** The coins of which the stand-in had something else than the ledger at the end. */
  readonly differing: readonly string[];
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** How often each answer was lost, by request, whether it was accepted, and how. */
function faultRows(
  requests: readonly (readonly [name: string, byFault: readonly Readonly<Record<string, number>>[]])[],
): readonly string[] {
  const counted = ([request, all]: (typeof requests)[number], when: string, name: string): string => {
    const cells = losses.map((loss) =>
      all.reduce((sum, byFault) => sum + (byFault[`${when} ${loss}`] ?? 0), 0),
    );
    return row([`${request}, ${name}`, ...cells, cells.reduce((total, cell) => total + cell, 0)]);
  };
  return [
    row(headings),
    row(['---', ...headings.slice(1).map(() => '--:')]),
    ...requests.flatMap((request) => taken.map(([when, name]) => counted(request, when, name))),
  ];
}

/** Sums of the runs, by stand-in and of all. */
function sumRows<Run>(
  runs: readonly Run[],
  exchangeOf: (run: Run) => string,
  figures: readonly (readonly [name: string, figure: (run: Run) => number])[],
): readonly string[] {
  const exchanges = [...new Set(runs.map(exchangeOf))].toSorted();
  const sum = (of: readonly Run[], figure: (run: Run) => number): number =>
    of.reduce((total, run) => total + figure(run), 0);
  return [
    row(['', ...exchanges, 'all']),
    row(['---', ...exchanges.map(() => '--:'), '--:']),
    ...figures.map(([name, figure]) =>
      row([
        name,
        ...exchanges.map((exchange) =>
          sum(
            runs.filter((run) => exchangeOf(run) === exchange),
            figure,
          ),
        ),
        sum(runs, figure),
      ]),
    ),
  ];
}

/** What was lost of orders and withdrawals, and what was taken twice. */
export function exchangeTable(runs: readonly ExchangeRun[]): readonly string[] {
  const of = (request: string) =>
    runs.map(({ byFault }) =>
      Object.fromEntries(
        Object.entries(byFault).flatMap(([name, count]) =>
          name.startsWith(`${request} `) ? [[name.slice(request.length + 1), count]] : [],
        ),
      ),
    );
  return [
    ...faultRows(['order', 'withdrawal'].map((request) => [request, of(request)])),
    '',
    ...sumRows(runs, ({ exchange }) => exchange, [
      ['**faults**', ({ faults }) => faults],
      ['orders and withdrawals meant', ({ meant }) => meant],
      ['requests sent', ({ sent }) => sent],
      ['**orders taken twice**', ({ doubleOrders }) => doubleOrders],
      ['**withdrawals taken twice**', ({ doubleWithdrawals }) => doubleWithdrawals],
      ['meant and never taken', ({ missing }) => missing],
    ]),
  ];
}

/** The same of what the pool stores before it asks, with what the ledger has at the end. */
export function storedTable(runs: readonly StoredRun[]): readonly string[] {
  const orders = runs.filter((run) => run.orders !== undefined);
  const transfers = runs.filter((run) => run.transfers !== undefined);
  const payouts = runs.filter((run) => run.payouts !== undefined);
  const faultsOf = (of: readonly StoredRun[]) => of.map(({ byFault }) => byFault);
  const twice =
    (kind: 'orders' | 'transfers' | 'payouts') =>
    (run: StoredRun): number =>
      run[kind] === undefined ? 0 : run.double;
  return [
    ...faultRows([
      ['order', faultsOf(orders)],
      ['transfer', faultsOf(transfers)],
      ['payout', faultsOf(payouts)],
    ]),
    '',
    ...sumRows(runs, (run) => run.orders ?? run.transfers ?? run.payouts ?? '', [
      ['**faults**', ({ faults }) => faults],
      ['orders, transfers and payouts meant', ({ meant }) => meant],
      ['stored, each asked for once', ({ stored }) => stored],
      ['**orders taken twice**', twice('orders')],
      ['**transfers taken twice**', twice('transfers')],
      ['**payouts paid twice**', twice('payouts')],
      ['meant and never taken', ({ missing }) => missing],
      ['coins that the ledger has otherwise', ({ differing }) => differing.length],
    ]),
  ];
}

const suites = {
  asked: 'apps/pool/src/adapters/exchanges/lost-answers.long.test.ts',
  stored: 'apps/pool/src/testing/payouts/stored-under-loss.long.test.ts',
};

/**
 * Loses answers of both stand-ins and prints the table: `exchanges [SEEDS]`, or `exchanges stored [SEEDS] [FILE]` of orders, transfers and payouts that the
 * pool stores, which ends after `MINUTES` and goes on from the file. Answers the exit code.
 */
export async function playExchanges([first = '6', second = '3', file]: readonly string[]): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'openlode-crash-table-'));
  const runs = file ?? join(directory, 'runs');
  const played =
    first === 'stored'
      ? await playStored(second, runs)
      : { code: await playAsked(first, runs), isDone: true };
  if (played.isDone || file !== undefined) rmSync(directory, { recursive: true, force: true });
  return played.code;
}

async function playAsked(seeds: string, file: string): Promise<number> {
  const code = await playSuite(suites.asked, { CRASH_RUNS: file, SEEDS: seeds });
  process.stdout.write(`\n${exchangeTable(linesOf(file) as ExchangeRun[]).join('\n')}\n`);
  return code;
}

async function playStored(
  seeds: string,
  file: string,
): Promise<{ readonly code: number; readonly isDone: boolean }> {
  const until = Date.now() + Number(process.env['MINUTES'] ?? 5) * 60_000;
  const code = await playSuite(suites.stored, { CRASH_RUNS: file, SEEDS: seeds, CRASH_UNTIL: String(until) });
  const runs = linesOf(file) as StoredRun[];
  process.stdout.write(`\n${storedTable(runs).join('\n')}\n`);
  const wanted = Number(seeds) * (hasCcxt ? 6 : 3);
  const played = playedOf(runs, Number(seeds));
  const isDone = played >= wanted;
  if (!isDone)
    process.stdout.write(
      `\n${played} of ${wanted} runs are played. The others: npm run crash-table -- exchanges stored ${seeds} ${file}\n`,
    );
  if (code !== 0 || runs.some(isWrong)) return { code: code === 0 ? 1 : code, isDone };
  return { code: isDone ? 0 : 2, isDone };
}

/** How many of the runs of these seeds there are, each once, whichever database it was played on. */
export function playedOf(runs: readonly StoredRun[], seeds: number): number {
  const names = runs.flatMap(({ orders, transfers, payouts, seed }) =>
    seed <= seeds ? [JSON.stringify([orders, transfers, payouts, seed])] : [],
  );
  return new Set(names).size;
}

/** A line that was kept by an earlier play counts as much as one of this. */
function isWrong({ double, missing, differing }: StoredRun): boolean {
  return double > 0 || missing > 0 || differing.length > 0;
}

/** What such a suite has written; nothing where there is no file. */
export function linesOf(file: string): readonly unknown[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
}

/** Runs a long suite that writes a line for each of its runs into the file that `CRASH_RUNS` names. Answers the exit code. */
export async function playSuite(
  suite: string,
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn('npx', ['vitest', 'run', '--project', 'pool', suite], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, TEST_LONG: '1', ...environment },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
