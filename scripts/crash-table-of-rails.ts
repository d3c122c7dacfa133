import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** A life of a pool over real nodes, as `rail-crashes.long.test.ts` writes it. */
export interface RailLife {
  readonly rail: string;
  readonly seed: number;
  readonly processes: 1 | 2;
  readonly payouts: number;
  readonly settled: number;
  readonly released: number;
  readonly waiting: readonly string[];
  readonly overpaid: string;
  readonly lost: string;
  readonly wrong: readonly string[];
  /** By fault, how often it was done. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What an operator does is none of the faults. */
const isFault = (name: string): boolean => !name.startsWith('an operator ');

/** By rail and fault; amounts in units of 10^-18. */
export function railTable(lives: readonly RailLife[]): readonly string[] {
  const rails = [...new Set(lives.map(({ rail }) => rail))].toSorted();
  const groups = [...rails.map((rail) => lives.filter((life) => life.rail === rail)), lives];
  const row = (name: string, figure: (of: readonly RailLife[]) => number | bigint): string =>
    `| ${[name, ...groups.map(figure)].join(' | ')} |`;
  const sum = (of: readonly RailLife[], what: (life: RailLife) => number): number =>
    of.reduce((total, life) => total + what(life), 0);
  const amount = (of: readonly RailLife[], what: 'overpaid' | 'lost'): bigint =>
    of.reduce((total, life) => total + BigInt(life[what]), 0n);
  const names = [...new Set(lives.flatMap(({ counts }) => Object.keys(counts)))].toSorted();
  const counted = (name: string): string => row(name, (of) => sum(of, ({ counts }) => counts[name] ?? 0));
  return [
    `| ${['', ...rails, 'all'].join(' | ')} |`,
    `| --- |${' --: |'.repeat(groups.length)}`,
    row('lives', (of) => of.length),
    row('of these with two processes at once', (of) => of.filter(({ processes }) => processes === 2).length),
    ...names.filter(isFault).map(counted),
    row('**faults in all**', (of) =>
      sum(of, ({ counts }) =>
        Object.entries(counts).reduce((total, [name, count]) => total + (isFault(name) ? count : 0), 0),
      ),
    ),
    ...names.filter((name) => !isFault(name)).map(counted),
    row('payouts', (of) => sum(of, ({ payouts }) => payouts)),
    row('settled', (of) => sum(of, ({ settled }) => settled)),
    row('released, money given back', (of) => sum(of, ({ released }) => released)),
    row('waiting, and named for what', (of) => sum(of, ({ waiting }) => waiting.length)),
    row('**overpaid**', (of) => amount(of, 'overpaid')),
    row('**lost**', (of) => amount(of, 'lost')),
    row('anything else wrong', (of) => sum(of, ({ wrong }) => wrong.length)),
  ];
}

function readLives(file: string): readonly RailLife[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RailLife)
    .filter((life) => 'rail' in life);
}

/** A life of Monero takes as long as five of the others. */
const quickRails = 'litecoin,key-hash,ether,token';

/**
 * Plays faults over real nodes and prints the table: `rails [RAIL] [LIVES] [SEED]`, of all but Monero where no rail is named. Answers the exit
 * code.
 */
export async function playRails([rails = '', lives = '4', seed = '1']: readonly string[]): Promise<number> {
  if (process.env['DATABASE_URL'] === undefined)
    throw new Error('set DATABASE_URL: payouts over real nodes are made from PostgreSQL');
  const directory = mkdtempSync(join(tmpdir(), 'openlode-crash-table-'));
  const file = join(directory, 'runs');
  // No node stands behind an exchange: its account is a stand-in's.
  const suite =
    rails === 'exchange'
      ? 'apps/pool/src/testing/payouts/withdrawing-crashes.long.test.ts'
      : 'apps/pool/src/testing/payouts/rails/rail-crashes.long.test.ts';
  try {
    const child = spawn('npx', ['vitest', 'run', '--project', 'pool', suite], {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        TEST_LONG: '1',
        CRASH_RUNS: file,
        LIVES: lives,
        SEED: seed,
        RAILS: rails === '' ? quickRails : rails,
      },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    process.stdout.write(`\n${railTable(readLives(file)).join('\n')}\n`);
    return code ?? 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
