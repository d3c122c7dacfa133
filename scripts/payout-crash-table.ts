// npm run crash-table FILE: the runs that the payout crash suite wrote with CRASH_RUNS=FILE, as a table.
import { readFileSync } from 'node:fs';

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

const [, , file] = process.argv;
if (file === undefined) throw new Error('name the file of the runs');
const runs = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Run);

const sum = (of: readonly Run[], what: (run: Run) => number): number =>
  of.reduce((total, run) => total + what(run), 0);
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const headings = ['', '1 process', '2 processes', 'both'];
const groups = [runs.filter((run) => run.processes === 1), runs.filter((run) => run.processes === 2), runs];
const lines: readonly (readonly [string, (of: readonly Run[]) => number | string])[] = [
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
  ['payouts', (of) => sum(of, ({ payouts }) => payouts)],
  ['settled', (of) => sum(of, ({ settled }) => settled)],
  ['released, money given back', (of) => sum(of, ({ released }) => released)],
  ['**overpaid**', (of) => of.reduce((total, { overpaid }) => total + BigInt(overpaid), 0n).toString()],
  ['**lost**', (of) => of.reduce((total, { lost }) => total + BigInt(lost), 0n).toString()],
  ['anything else wrong', (of) => sum(of, ({ wrong }) => wrong.length)],
];
const table = [
  row(headings),
  row(['---', '--:', '--:', '--:']),
  ...lines.map(([name, figure]) => row([name, ...groups.map(figure)])),
];
const names = [...new Set(runs.flatMap(({ met }) => Object.keys(met)))].toSorted();
const met = (of: readonly Run[], name: string): number => sum(of, (run) => run.met[name] ?? 0);
const points = [
  row(['crash point', ...headings.slice(1)]),
  row(['---', '--:', '--:', '--:']),
  ...names.map((name) => row([`\`${name}\``, ...groups.map((of) => met(of, name))])),
];
process.stdout.write(`${[...table, '', ...points].join('\n')}\n`);
