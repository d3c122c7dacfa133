import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sql, { raw } from 'sql-template-tag';
import { ClosingOrder } from '../../apps/pool/src/app/closing-order.ts';
import type { Chain } from '../../apps/pool/src/domain/kernel/chain.ts';
import type { ServiceContext } from '../../apps/pool/src/domain/kernel/context.ts';
import { checkLedger, isLedgerSound } from '../../apps/pool/src/domain/ledger/check-ledger.ts';
import { advanceRound } from '../../apps/pool/src/domain/rounds/advance-round.ts';
import { recordCandidate } from '../../apps/pool/src/domain/rounds/record-candidate.ts';
import { recordWork } from '../../apps/pool/src/domain/shares/record-work.ts';
import { poolTasks } from '../../apps/pool/src/edges/tasks/pool-tasks.ts';
import type { Database } from '../../apps/pool/src/runtime/database/database.ts';
import { migrate } from '../../apps/pool/src/runtime/database/migrate.ts';
import { openPostgres } from '../../apps/pool/src/runtime/database/postgres-database.ts';
import { createScratchPostgres } from '../../testing/scratch-postgres.ts';
import { maturingChain } from '../support/maturing-chain.ts';
import { benchParts } from '../support/bench-parts.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { printTable } from '../support/print-table.ts';

export interface GrowthBenchOptions {
  /** A glance instead of a measurement: fewer workers, and too few days for what is kept a week. */
  readonly isQuick: boolean;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const workOfShare = 4_294_967_296n;
const coins = ['BTC', 'DOGE', 'LTC', 'ETH', 'XMR', 'BCH', 'RVN', 'ZEC'];
const fillMs = 10 * minuteMs;
const clearEveryMs = 10 * minuteMs;
const vacuumEveryMs = 6 * hourMs;

/** What the pool forgets by itself. */
const forgettingTasks: ReadonlySet<string> = new Set([
  'clear-series',
  'clear-slices',
  'write-off-idle',
  'forget-rejects',
]);

/** A table at the end of a day. */
interface Size {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * What a day of 1,000 workers, each a miner's only one with a share a minute, adds to every table of PostgreSQL: days of simulated time, a
 * block each hour credited among all of them, and what the pool forgets by itself. The ledger is checked at the end.
 */
export async function runGrowth({ isQuick }: GrowthBenchOptions): Promise<void> {
  const server = process.env['DATABASE_URL'];
  if (server === undefined) throw new Error('DATABASE_URL names no PostgreSQL server');
  const [workers, days] = isQuick ? [50, 2] : [200, 10];
  const folder = await bundleProcesses({});
  const scratch = await createScratchPostgres(server);
  const db = openPostgres(scratch.url, 4, { answerWithinMs: fillMs });
  try {
    let now = Date.UTC(2026, 0, 1);
    await migrate(db, pathToFileURL(`${join(folder, 'migrations')}/`), now);
    const { foundation } = benchParts(new ClosingOrder(), { db, secret: randomBytes(32) });
    const ctx: ServiceContext = {
      ...foundation,
      clock: { now: () => now },
      publisher: { publish: () => undefined },
    };
    const chain = maturingChain('bench');
    const tasks = poolTasks(ctx, [chain], () => undefined, { pays: () => false });
    const forgetting = tasks.filter(({ name }) => forgettingTasks.has(name));
    if (forgetting.length < forgettingTasks.size) throw new Error('a task has another name by now');
    const sizes: (readonly Size[])[] = [];
    for (let day = 0; day < days; day += 1) {
      for (let minute = 0; minute < dayMs / minuteMs; minute += 1) {
        now += minuteMs;
        await mineAMinute(ctx, workers);
        if (now % hourMs === 0) await findBlock(ctx, chain, workers);
        if (now % clearEveryMs === 0) for (const task of forgetting) await task.run();
        if (now % vacuumEveryMs === 0) await db.execute('VACUUM ANALYZE');
      }
      sizes.push(await readSizes(db));
      console.log(`day ${day + 1} of ${days}`);
    }
    report(sizes, { workers, days });
    const isSound = isLedgerSound(await checkLedger(ctx));
    console.log(`Books: ${isSound ? 'sound' : 'NOT SOUND'}.`);
    if (!isSound) process.exitCode = 1;
  } finally {
    await db.close();
    await scratch.drop();
  }
}

async function mineAMinute(ctx: ServiceContext, workers: number): Promise<void> {
  const at = ctx.clock.now();
  await recordWork(ctx, {
    id: randomUUID(),
    algorithm: 'sha256',
    lines: Array.from({ length: workers }, (_, index) => ({
      miner: minerOf(index),
      worker: 'rig1',
      referralCode: null,
      work: workOfShare,
      shares: 1,
      firstAt: at - minuteMs + 1,
      lastAt: at,
    })),
  });
}

function minerOf(index: number): { coin: string; network: string; address: string; memo: null } {
  const coin = coins[index % coins.length] ?? 'BTC';
  return { coin, network: coin, address: `bench ${index}`, memo: null };
}

/** A block as hard as an hour of everybody's work, from its share to the credit of all. */
async function findBlock(
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

async function readSizes(db: Database): Promise<readonly Size[]> {
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

/** A day's growth is what the last two days added, halved: pages of PostgreSQL fill in steps. */
function report(
  sizes: readonly (readonly Size[])[],
  { workers, days }: { readonly workers: number; readonly days: number },
): void {
  const [last = [], before = []] = [sizes.at(-1), sizes.at(-3) ?? sizes.at(0)];
  const apart = Math.min(2, days - 1);
  const per1000 = (value: number): number => (value * 1000) / workers;
  const rows = last
    .map((size) => {
      const then = before.find(({ table }) => table === size.table);
      return {
        ...size,
        rowsADay: per1000((size.rows - (then?.rows ?? 0)) / apart),
        bytesADay: per1000((size.bytes - (then?.bytes ?? 0)) / apart),
      };
    })
    .filter(({ rows: count, rowsADay }) => per1000(count) >= 1000 || rowsADay > 0)
    .toSorted((a, b) => b.bytesADay - a.bytesADay || b.bytes - a.bytes);
  const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(2);
  printTable(
    `Tables after ${days} days, for 1,000 workers with a share a minute and a block an hour`,
    ['table', 'rows', 'MiB', 'rows more a day', 'MiB more a day'],
    rows.map((row) => [
      row.table,
      per1000(row.rows).toFixed(0),
      mebibytes(per1000(row.bytes)),
      row.rowsADay.toFixed(0),
      mebibytes(row.bytesADay),
    ]),
  );
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  console.log(
    `All tables: ${mebibytes(per1000(sum(last.map(({ bytes }) => bytes))))} MiB, ${mebibytes(sum(rows.map(({ bytesADay }) => bytesADay)))} MiB more a day.`,
  );
}
