import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** A run of `orders-`, `transfers-` or `payouts-under-loss.long.test.ts`: what was lost of what the pool has stored. */
export interface StoredRun {
  /** The stand-in, under what was asked of it. */
  readonly orders?: string;
  readonly transfers?: string;
  readonly payouts?: string;
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

const folder = 'apps/pool/src/adapters/exchanges';

/**
 * Loses answers of both stand-ins and prints the table: `exchanges [SEEDS]`, or `exchanges stored [SEEDS]` of orders, transfers and payouts that the pool
 * stores. Answers the exit code.
 */
export async function playExchanges([first = '6', second = '6']: readonly string[]): Promise<number> {
  if (first !== 'stored')
    return play([`${folder}/lost-answers.long.test.ts`], first, (runs) =>
      exchangeTable(runs as ExchangeRun[]),
    );
  const suites = ['orders', 'transfers'].map((each) => `${folder}/${each}-under-loss.long.test.ts`);
  return play([...suites, 'apps/pool/src/testing/payouts/payouts-under-loss.long.test.ts'], second, (runs) =>
    storedTable(runs as StoredRun[]),
  );
}

async function play(
  suites: readonly string[],
  seeds: string,
  tableOf: (runs: readonly unknown[]) => readonly string[],
): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'openlode-crash-table-'));
  const file = join(directory, 'runs');
  try {
    const child = spawn('npx', ['vitest', 'run', '--project', 'pool', ...suites], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, TEST_LONG: '1', CRASH_RUNS: file, SEEDS: seeds },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    const runs = readFileSync(file, 'utf8').trim().split('\n');
    const table = tableOf(runs.map((line): unknown => JSON.parse(line)));
    process.stdout.write(`\n${table.join('\n')}\n`);
    return code ?? 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
