import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sql, { raw } from 'sql-template-tag';
import { ClosingOrder } from '../../apps/pool/src/app/closing-order.ts';
import type { Chain } from '../../apps/pool/src/domain/kernel/chain.ts';
import type { ServiceContext } from '../../apps/pool/src/domain/kernel/context.ts';
import { advanceRound } from '../../apps/pool/src/domain/rounds/advance-round.ts';
import { recordCandidate } from '../../apps/pool/src/domain/rounds/record-candidate.ts';
import { recordWork } from '../../apps/pool/src/domain/shares/record-work.ts';
import { poolTasks } from '../../apps/pool/src/edges/tasks/pool-tasks.ts';
import type { ScheduledTask } from '../../apps/pool/src/edges/tasks/schedules.ts';
import type { Rates } from '../../apps/pool/src/domain/kernel/rates.ts';
import type { Database } from '../../apps/pool/src/runtime/database/database.ts';
import { migrate } from '../../apps/pool/src/runtime/database/migrate.ts';
import { openPostgres } from '../../apps/pool/src/runtime/database/postgres-database.ts';
import { createScratchPostgres } from '../../testing/scratch-postgres.ts';
import { benchParts } from '../support/bench-parts.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { maturingChain } from '../support/maturing-chain.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const workOfShare = 4_294_967_296n;
const coins = ['BTC', 'DOGE', 'LTC', 'ETH', 'XMR', 'BCH', 'RVN', 'ZEC'];
const answerWithinMs = 10 * minuteMs;

/** What the pool forgets by itself, and what it sums. */
const forgettingTasks: ReadonlySet<string> = new Set([
  'clear-series',
  'clear-slices',
  'write-off-idle',
  'forget-rejects',
  'close-rounds',
]);

/** A table at the end of a day. */
export interface Size {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
}

/** A price that two sources agree on at any time: without one everything would wait for it, and no round would ever be closed. */
function ratesAt(now: () => number): Rates {
  return {
    name: 'the bench',
    kind: 'real',
    recentOf: () => [],
    quotesOf: (asset) =>
      ['one', 'two'].map((rateSource) => ({
        usd: asset === 'DOGE' ? '0.25' : '100',
        rateSource,
        pair: `${asset}/USD`,
        observedAt: now(),
      })),
  };
}

/** A pool on an empty PostgreSQL whose clock the bench moves. */
export interface GrowingPool {
  readonly ctx: ServiceContext;
  readonly db: Database;
  readonly chain: ReturnType<typeof maturingChain>;
  readonly tasks: readonly ScheduledTask[];
  /** Moves the clock on and answers what it says. */
  readonly advance: (ms: number) => number;
  close(): Promise<void>;
}

export async function openGrowingPool(): Promise<GrowingPool> {
  const server = process.env['DATABASE_URL'];
  if (server === undefined) throw new Error('DATABASE_URL names no PostgreSQL server');
  const folder = await bundleProcesses({});
  const scratch = await createScratchPostgres(server);
  const db = openPostgres(scratch.url, 4, { answerWithinMs });
  let now = Date.UTC(2026, 0, 1);
  const close = async (): Promise<void> => {
    await db.close();
    await scratch.drop();
  };
  try {
    await migrate(db, pathToFileURL(`${join(folder, 'migrations')}/`), now);
    const { foundation } = await benchParts(new ClosingOrder(), { db, secret: randomBytes(32) });
    const ctx: ServiceContext = {
      ...foundation,
      clock: { now: () => now },
      publisher: { publish: () => undefined },
      rates: ratesAt(() => now),
    };
    const chain = maturingChain('bench');
    const all = poolTasks(ctx, [chain], () => undefined, { pays: () => false });
    const tasks = all.filter(({ name }) => forgettingTasks.has(name));
    if (tasks.length < forgettingTasks.size) throw new Error('a task has another name by now');
    const advance = (ms: number): number => {
      now += ms;
      return now;
    };
    return { ctx, db, chain, tasks, advance, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A share a minute of each worker for so long, recorded at its end. */
export async function mineFor(ctx: ServiceContext, workers: number, ms: number): Promise<void> {
  const at = ctx.clock.now();
  await recordWork(ctx, {
    id: randomUUID(),
    algorithm: 'sha256',
    lines: Array.from({ length: workers }, (_, index) => ({
      miner: minerOf(index),
      worker: 'rig1',
      referralCode: null,
      work: workOfShare * BigInt(ms / minuteMs),
      shares: ms / minuteMs,
      firstAt: at - ms + 1,
      lastAt: at,
    })),
  });
}

function minerOf(index: number): { coin: string; network: string; address: string; memo: null } {
  const coin = coins[index % coins.length] ?? 'BTC';
  return { coin, network: coin, address: `bench ${index}`, memo: null };
}

/** A block as hard as an hour of everybody's work, from its share to the credit of all. */
export async function findBlock(
  ctx: ServiceContext,
  chain: ReturnType<typeof maturingChain>,
  workers: number,
): Promise<void> {
  const height = Math.floor(ctx.clock.now() / hourMs);
  const round = await recordCandidate(ctx, {
    algorithm: 'sha256',
    chain: chain.name,
    height,
    hash: height.toString(16).padStart(64, '0'),
    submission: new Uint8Array(1000),
    networkWork: workOfShare * BigInt(workers) * 60n,
    miner: minerOf(0),
    worker: 'rig1',
    foundAt: ctx.clock.now(),
  });
  const chains: readonly Chain[] = [chain];
  chain.state = 'immature';
  await advanceRound({ ...ctx, chains }, round);
  chain.state = 'mature';
  const state = await advanceRound({ ...ctx, chains }, round);
  if (state !== 'credited') throw new Error(`the round is ${state}`);
}

export async function readSizes(db: Database): Promise<readonly Size[]> {
  await db.execute('VACUUM ANALYZE');
  const tables = await db.query<{ table: string; bytes: bigint }>(sql`
    SELECT relname AS table, pg_total_relation_size(oid) AS bytes
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`);
  const sizes: Size[] = [];
  for (const { table, bytes } of tables) {
    const [row] = await db.query<{ rows: bigint }>(sql`SELECT count(*) AS rows FROM ${raw(table)}`);
    sizes.push({ table, rows: Number(row?.rows ?? 0n), bytes: Number(bytes) });
  }
  return sizes;
}
