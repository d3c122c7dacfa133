import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { hashesPerSecond, hashrateSpan } from './hashrate.ts';
import { recentWork } from './read-workers.ts';

export interface MinerSummary {
  readonly workersOnline: number;
  /** Hashes per second of the algorithms with a worker online. */
  readonly hashesPerSecond: ReadonlyMap<string, number>;
  /** The last accepted share. */
  readonly at: number;
}

interface OnlineRow {
  readonly last_work_at: Date;
  /** Null where no worker is online. */
  readonly algorithm: string | null;
  readonly online_since: Date;
  readonly last_share_at: Date;
  readonly work: bigint;
}

/** Workers and hashrate of a miner now; undefined for one that does not exist yet. */
export async function readSummary(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  uuid: string,
): Promise<MinerSummary | undefined> {
  const now = ctx.clock.now();
  const { minutes, work } = recentWork(now);
  const rows = await ctx.db.query<OnlineRow>(sql`
    SELECT last_work_at, algorithm, online_since, last_share_at, ${work} AS work
      FROM miners LEFT JOIN workers ON miner_id = miners.id AND online LEFT JOIN ${minutes}
     WHERE uuid = ${uuid.toLowerCase()}::uuid
     GROUP BY miners.id, workers.id ORDER BY algorithm, name`);
  const [first] = rows;
  if (first === undefined) return undefined;
  const hashrates = new Map<string, number>();
  let workersOnline = 0;
  // A miner is written now and then, each worker with its share.
  let at = first.last_work_at.getTime();
  for (const row of rows) {
    if (row.algorithm === null) continue;
    workersOnline += 1;
    at = Math.max(at, row.last_share_at.getTime());
    const { seconds } = hashrateSpan(row.online_since.getTime(), now);
    const rate = hashesPerSecond(row.work, seconds);
    hashrates.set(row.algorithm, (hashrates.get(row.algorithm) ?? 0) + rate);
  }
  return { workersOnline, hashesPerSecond: hashrates, at };
}
