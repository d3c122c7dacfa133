import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../scripts/root.ts';
import { createScratchPostgres, postgresServer } from '../../testing/scratch-postgres.ts';
import { BenchProcess } from '../support/bench-process.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { printTable } from '../support/print-table.ts';
import { percentile } from '../support/statistics.ts';
import { attacks, workOf } from './attacks.ts';
import type { AttackerVerbs, HonestVerbs, Part, PoolVerbs, Seen } from './verbs.ts';

export interface AbuseBenchOptions {
  /** A glance instead of a measurement: fewer seconds. */
  readonly isQuick: boolean;
  /** One attack, or `roles`: what roles apart are for. */
  readonly only?: string;
}

/** What each process of the pool does, and whether limits hold the attacker. */
interface Layout {
  readonly parts: readonly Part[];
  readonly isLimited: boolean;
}

const oneProcess: readonly Part[] = ['all'];
const apart: readonly Part[] = ['stratum', 'web'];

/** What `measure` answers. */
const figures = ['share quiet', 'attacked', 'ratio', 'HTTP quiet', 'attacked', 'ratio', 'failed', 'deeds'];

/** How many times the quiet p99 an attack may cost: where the attacker has a machine of its own, and where it shares a core. */
const GOAL_APART = 5;
const GOAL_SHARED = 20;
/** Long enough for the attack to be at its full strength. */
const WARM_UP_MS = 1000;

/**
 * What honest miners and visitors wait for while one address does its worst, beside what they waited for just before. Pool, honest
 * and attacker are three processes of the same priority on one machine, over loopback; the attack never waits.
 */
export async function runAbuse({ isQuick, only }: AbuseBenchOptions): Promise<void> {
  const site = join(ROOT, 'apps/web/dist');
  if (postgresServer === undefined) throw new Error('this benchmark needs PostgreSQL: set DATABASE_URL');
  if (!existsSync(site)) throw new Error('this benchmark needs the built site: npm run build');
  const folder = await bundleProcesses({
    'abuse-pool': 'bench/abuse/pool-process.ts',
    'abuse-honest': 'bench/abuse/honest-process.ts',
    'abuse-attacker': 'bench/abuse/attacker-process.ts',
    'search-worker': 'apps/pool/src/adapters/content/search-worker.ts',
  });
  const seconds = isQuick ? 4 : 8;
  if (only === 'roles') return compareRoles({ folder, site, seconds });
  const names = Object.keys(attacks).filter((name) => only === undefined || name === only);
  const rows: string[][] = [];
  for (const name of names)
    rows.push([
      name,
      ...(await measure(name, { folder, site, seconds, parts: oneProcess, isLimited: true })),
    ]);
  printTable(
    `p99 in ms under attack ÷ quiet in the same run (goal ≤ ${GOAL_APART}; ≤ ${GOAL_SHARED} where attacker and pool share cores, as here)`,
    ['attack', ...figures],
    rows,
  );
}

interface Bench {
  readonly folder: string;
  readonly site: string;
  readonly seconds: number;
}

/** Attacks on the site that its limits have to hold, and what they do where no limit does. */
const onTheSite = ['slashes-path', 'search-flood', 'not-found-flood', 'websocket-flood', 'slow-readers'];

/**
 * The same attacks on the site of a pool in one process, and on a process of `web` beside one of `stratum`, on one database: once with
 * the limits that the pool has, and once with the attacker exempt from the limits of calls, where nothing but the layout protects miners.
 */
async function compareRoles(bench: Bench): Promise<void> {
  const rows: string[][] = [];
  for (const isLimited of [true, false])
    for (const attack of isLimited ? onTheSite : ['search-flood', 'not-found-flood'])
      for (const parts of [oneProcess, apart])
        rows.push([
          attack,
          isLimited ? 'as usual' : 'none',
          parts === apart ? 'apart' : 'one process',
          ...(await measure(attack, { ...bench, parts, isLimited })),
        ]);
  printTable(
    'p99 in ms under attack on the site ÷ quiet in the same run; roles in one process, and web and stratum apart',
    ['attack', 'limits', 'roles', ...figures],
    rows,
  );
}

async function measure(
  attack: string,
  { folder, site, seconds, parts, isLimited }: Bench & Layout,
): Promise<string[]> {
  if (postgresServer === undefined) throw new Error('set DATABASE_URL');
  const database = await createScratchPostgres(postgresServer);
  // A pool of its own for each attack: what one of them left behind is not another's.
  const pools = parts.map((part) => ({
    part,
    process: new BenchProcess<PoolVerbs>(join(folder, 'abuse-pool.js')),
  }));
  const honest = new BenchProcess<HonestVerbs>(join(folder, 'abuse-honest.js'));
  const attacker = new BenchProcess<AttackerVerbs>(join(folder, 'abuse-attacker.js'));
  try {
    const work = workOf[attack] ?? 'cheap';
    const limitExempt = isLimited ? [] : ['127.0.0.1'];
    const start = { databaseUrl: database.url, site, work, limitExempt };
    const ports = { http: 0, stratum: 0 };
    for (const { part, process } of pools) {
      const own = await process.ask('start', { ...start, part });
      ports.http ||= own.http;
      ports.stratum ||= own.stratum;
    }
    await honest.ask('connect', { ...ports, work });
    await honest.ask('look', 2);
    const quiet = await honest.ask('look', seconds);
    await attacker.ask('start', { ...ports, attack });
    await sleep(WARM_UP_MS);
    const attacked = await honest.ask('look', seconds);
    const { deeds } = await attacker.ask('stop', undefined);
    return [
      ...compare(quiet.shares, attacked.shares),
      ...compare(quiet.calls, attacked.calls),
      failures(quiet, attacked),
      deeds.toLocaleString('en-US'),
    ];
  } finally {
    await Promise.all([attacker.end(), honest.end(), ...pools.map(({ process }) => process.end())]);
    await database.drop();
  }
}

function compare(quiet: readonly number[], attacked: readonly number[]): [string, string, string] {
  if (quiet.length === 0 || attacked.length === 0) return ['–', 'none answered', 'MISSED'];
  const [before, during] = [percentile(quiet, 99), percentile(attacked, 99)];
  const ratio = during / before;
  const verdict = ratio <= GOAL_APART ? 'met' : ratio <= GOAL_SHARED ? 'met (shared)' : 'MISSED';
  return [before.toFixed(1), during.toFixed(1), `${ratio.toFixed(1)} ${verdict}`];
}

function failures(quiet: Seen, attacked: Seen): string {
  const asked = attacked.shares.length + attacked.calls.length + attacked.failed;
  return `${quiet.failed} → ${attacked.failed} of ${asked}`;
}
