import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../../runtime/database/database.ts';

const bucketMs = 600_000;

export interface FullTable {
  readonly miners: number;
  readonly bucketsPerMiner: number;
  /** The end of the newest bucket. */
  readonly now: number;
}

/** Every miner mines one algorithm all the time; rows lie in the order in which mining writes them: by time, then by miner. */
export async function fillTenMinutes(
  db: Database,
  { miners, bucketsPerMiner, now }: FullTable,
): Promise<void> {
  await db.query(sql`
    INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
    SELECT gen_random_uuid(), 'DOGE', 'DOGE', 'bench ' || n, ${new Date(now)}, ${new Date(now)}
      FROM generate_series(1, ${miners}) AS n`);
  // Foreign keys are not what is measured: without them filling takes a fraction of the time.
  await db.execute('ALTER TABLE miner_ten_minutes DISABLE TRIGGER ALL');
  for (let at = now - bucketsPerMiner * bucketMs; at < now; at += bucketMs) {
    await db.query(sql`
      INSERT INTO miner_ten_minutes (miner_id, at, algorithm, work, shares)
      SELECT id, ${new Date(at)}, 'sha256', 600000000000 + id * 7919, 40 FROM miners`);
  }
  await db.execute('ALTER TABLE miner_ten_minutes ENABLE TRIGGER ALL');
  await db.execute('VACUUM ANALYZE miner_ten_minutes');
}

/** The bare range of the index behind a chart. Answers how many rows it fetched. */
export async function scanTenMinutes(
  db: Queryable,
  minerId: bigint,
  span: { readonly from: number; readonly to: number },
): Promise<number> {
  const rows = await db.query(sql`
    SELECT at, work FROM miner_ten_minutes
     WHERE miner_id = ${minerId} AND at >= ${new Date(span.from)} AND at < ${new Date(span.to)}`);
  return rows.length;
}
