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

/** How often each answer was lost, by request, whether it was accepted, and how; and what was taken twice. */
export function exchangeTable(runs: readonly ExchangeRun[]): readonly string[] {
  const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const sum = (what: (run: ExchangeRun) => number): number =>
    runs.reduce((total, run) => total + what(run), 0);
  const counted = (request: string, when: string, name: string): string => {
    const cells = losses.map((loss) => sum(({ byFault }) => byFault[`${request} ${when} ${loss}`] ?? 0));
    return row([`${request}, ${name}`, ...cells, cells.reduce((total, cell) => total + cell, 0)]);
  };
  const exchanges = [...new Set(runs.map(({ exchange }) => exchange))].toSorted();
  return [
    row(headings),
    row(['---', ...headings.slice(1).map(() => '--:')]),
    ...['order', 'withdrawal'].flatMap((request) =>
      taken.map(([when, name]) => counted(request, when, name)),
    ),
    '',
    row(['', ...exchanges, 'all']),
    row(['---', ...exchanges.map(() => '--:'), '--:']),
    ...(
      [
        ['**faults**', ({ faults }) => faults],
        ['orders and withdrawals meant', ({ meant }) => meant],
        ['requests sent', ({ sent }) => sent],
        ['**orders taken twice**', ({ doubleOrders }) => doubleOrders],
        ['**withdrawals taken twice**', ({ doubleWithdrawals }) => doubleWithdrawals],
        ['meant and never taken', ({ missing }) => missing],
      ] as const satisfies readonly (readonly [string, (run: ExchangeRun) => number])[]
    ).map(([name, figure]) =>
      row([
        name,
        ...exchanges.map((exchange) => sum((run) => (run.exchange === exchange ? figure(run) : 0))),
        sum(figure),
      ]),
    ),
  ];
}

/** Loses answers of both stand-ins and prints the table: `exchanges [SEEDS]`. Answers the exit code. */
export async function playExchanges([seeds = '6']: readonly string[]): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'openlode-crash-table-'));
  const file = join(directory, 'runs');
  const suite = 'apps/pool/src/adapters/exchanges/lost-answers.long.test.ts';
  try {
    const child = spawn('npx', ['vitest', 'run', '--project', 'pool', suite], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, TEST_LONG: '1', CRASH_RUNS: file, SEEDS: seeds },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    const runs = readFileSync(file, 'utf8').trim().split('\n');
    const table = exchangeTable(runs.map((line) => JSON.parse(line) as ExchangeRun));
    process.stdout.write(`\n${table.join('\n')}\n`);
    return code ?? 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
