// npm run crash-table FILE: the runs that the payout crash suites wrote with CRASH_RUNS=FILE, as tables.
// npm run crash-table -- rails [RAIL] [LIVES] [SEED]: plays faults over real nodes first.
// npm run crash-table -- exchanges [SEEDS]: loses answers of exchanges (stand-ins) first.
// npm run crash-table -- exchanges stored [SEEDS] [FILE]: the same of orders, transfers and payouts that the pool stores; goes on from the file.
// npm run crash-table -- months [SEEDS [FIRST [FILE]]]: plays months of the treasury first, without thefts and with them; the table is of all that the file has.
import { readFileSync } from 'node:fs';
import { playExchanges } from './crash-table-of-exchanges.ts';
import { playMonths } from './crash-table-of-months.ts';
import { playRails, type RailLife, railTable } from './crash-table-of-rails.ts';

/** A run of `payout-crashes.long.test.ts`. */
interface Run {
  readonly processes: 1 | 2;
  readonly hit: number;
  readonly points: number;
  readonly met: Readonly<Record<string, number>>;
  readonly runs: number;
  readonly kills: number;
  readonly pauses: number;
  readonly sessionsKilled: number;
  readonly railFaults: number;
  readonly payouts: number;
  readonly settled: number;
  readonly released: number;
  readonly overpaid: string;
  readonly lost: string;
  readonly wrong: readonly string[];
}

/** A run of `rollback-crashes.long.test.ts`. */
interface RollbackRun extends Omit<Run, 'hit' | 'points' | 'met' | 'runs' | 'sessionsKilled'> {
  readonly seed: number;
  readonly rollbacks: number;
  readonly restores: number;
  readonly restoresKilled: number;
  readonly transactionsLost: number;
  readonly started: number;
  readonly pointsMet: number;
  readonly sessionsCut: number;
  readonly emptyWallets: number;
  readonly feeSpikes: number;
  readonly withdrawals: number;
  readonly faults: number;
}

const [, , file, ...more] = process.argv;
if (file === 'rails') process.exit(await playRails(more));
if (file === 'exchanges') process.exit(await playExchanges(more));
if (file === 'months') process.exit(await playMonths(more));
if (file === undefined) throw new Error('name the file of the runs');
const all = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Run | RollbackRun | RailLife);
const runs = all.filter((run): run is Run => 'hit' in run);
const rollbackRuns = all.filter((run): run is RollbackRun => 'rollbacks' in run);

function sum<T>(of: readonly T[], what: (run: T) => number): number {
  return of.reduce((total, run) => total + what(run), 0);
}
function total(of: readonly (Run | RollbackRun)[], what: 'overpaid' | 'lost'): string {
  return of.reduce((sumOf, run) => sumOf + BigInt(run[what]), 0n).toString();
}
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const headings = ['', '1 process', '2 processes', 'both'];

function groupsOf<T extends Run | RollbackRun>(of: readonly T[]): (readonly T[])[] {
  return [of.filter((run) => run.processes === 1), of.filter((run) => run.processes === 2), of];
}

function table<T extends Run | RollbackRun>(
  of: readonly T[],
  lines: readonly (readonly [string, (group: readonly T[]) => number | string])[],
): string[] {
  return [
    row(headings),
    row(['---', '--:', '--:', '--:']),
    ...lines.map(([name, figure]) => row([name, ...groupsOf(of).map(figure)])),
  ];
}

const ends: readonly (readonly [string, (of: readonly (Run | RollbackRun)[]) => number | string])[] = [
  ['payouts', (of) => sum(of, ({ payouts }) => payouts)],
  ['settled', (of) => sum(of, ({ settled }) => settled)],
  ['released, money given back', (of) => sum(of, ({ released }) => released)],
  ['**overpaid**', (of) => total(of, 'overpaid')],
  ['**lost**', (of) => total(of, 'lost')],
  ['anything else wrong', (of) => sum(of, ({ wrong }) => wrong.length)],
];

function crashTables(): string[] {
  const names = [...new Set(runs.flatMap(({ met }) => Object.keys(met)))].toSorted();
  return [
    ...table(runs, [
      ['crash points', (of) => Math.max(0, ...of.map(({ points }) => points))],
      ['hit numbers', (of) => [...new Set(of.map(({ hit }) => hit))].toSorted((a, b) => a - b).join(', ')],
      ['points met and died at', (of) => sum(of, ({ met }) => Object.values(met).reduce((a, b) => a + b, 0))],
      ['processes started', (of) => sum(of, (run) => run.runs)],
      ['processes killed', (of) => sum(of, ({ kills }) => kills)],
      ['processes paused (SIGSTOP)', (of) => sum(of, ({ pauses }) => pauses)],
      ['times all database sessions were cut', (of) => sum(of, ({ sessionsKilled }) => sessionsKilled)],
      ['faults of the chain', (of) => sum(of, ({ railFaults }) => railFaults)],
      [
        '**faults in all**',
        (of) => sum(of, (run) => run.kills + run.pauses + run.sessionsKilled + run.railFaults),
      ],
      ...ends,
    ]),
    '',
    row(['crash point', ...headings.slice(1)]),
    row(['---', '--:', '--:', '--:']),
    ...names.map((name) =>
      row([`\`${name}\``, ...groupsOf(runs).map((of) => sum(of, (run) => run.met[name] ?? 0))]),
    ),
  ];
}

function rollbackTable(): string[] {
  return table(rollbackRuns, [
    ['runs', (of) => of.length],
    ['rollbacks under live processes', (of) => sum(of, (run) => run.rollbacks)],
    ['restores', (of) => sum(of, (run) => run.restores)],
    ['restores killed and repeated', (of) => sum(of, (run) => run.restoresKilled)],
    [
      'transactions of the wallets that the database did not know afterwards',
      (of) => sum(of, (run) => run.transactionsLost),
    ],
    ['processes started', (of) => sum(of, (run) => run.started)],
    ['processes killed', (of) => sum(of, ({ kills }) => kills)],
    ['of these at a crash point', (of) => sum(of, (run) => run.pointsMet)],
    ['processes paused (SIGSTOP)', (of) => sum(of, ({ pauses }) => pauses)],
    ['times all database sessions were cut', (of) => sum(of, (run) => run.sessionsCut)],
    ['spells of an empty wallet', (of) => sum(of, (run) => run.emptyWallets)],
    ['spells of high fees', (of) => sum(of, (run) => run.feeSpikes)],
    ['withdrawals of the operator', (of) => sum(of, (run) => run.withdrawals)],
    ['faults of the chain, its nodes and its wallet', (of) => sum(of, ({ railFaults }) => railFaults)],
    ['**faults in all**', (of) => sum(of, ({ faults }) => faults)],
    ...ends,
  ]);
}

const lives = all.filter((run): run is RailLife => 'rail' in run);
const tables = [
  ...(runs.length > 0 ? [crashTables()] : []),
  ...(rollbackRuns.length > 0 ? [rollbackTable()] : []),
  ...(lives.length > 0 ? [railTable(lives)] : []),
];
process.stdout.write(`${tables.map((lines) => lines.join('\n')).join('\n\n')}\n`);
