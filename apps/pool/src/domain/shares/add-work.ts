import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { silentAfterMs } from '../policy/silence.ts';
import type { Relayed } from '../kernel/work-batch.ts';
import type { CappedLines } from './cap-workers.ts';
import type { MergedLine } from './merge-work.ts';
import { openSlice } from './slices.ts';
import { timeOf } from './time-of.ts';

export interface OnlineWorker {
  readonly uuid: string;
  readonly name: string;
  readonly firstAt: number;
}

/**
 * Updates each worker and adds its work to the open slice (if credited), to the worker's minutes, to the miner's ten minutes and to all
 * work of the algorithm, in one statement, so that the lines are transferred once. Answers the workers that came online. Work may arrive
 * late, after the database was away: a worker that has been silent since does not come online by it.
 */
export async function addWork(
  tx: Transaction,
  algorithm: string,
  { lines, mayComeOnline }: Pick<CappedLines<MergedLine>, 'lines' | 'mayComeOnline'>,
  minerIds: ReadonlyMap<string, bigint>,
  {
    now,
    simulated,
    relayed,
  }: { readonly now: number; readonly simulated: boolean; readonly relayed?: Relayed | undefined },
): Promise<readonly OnlineWorker[]> {
  const sliceId = await openSlice(tx, algorithm, now, relayed);
  const rows = await tx.query<{ miner_id: bigint; name: string; first_at: bigint }>(sql`
    WITH line AS MATERIALIZED (
      SELECT miner_id, name, code, work, shares, credited, may_come, first_at AS first_ms,
             ${timeOf(sql`first_at`)} AS first_at, ${timeOf(sql`last_at`)} AS last_at
        FROM unnest(
          ${lines.map(({ uuid }) => minerIds.get(uuid))}::bigint[], ${lines.map(({ worker }) => worker)}::text[],
          ${lines.map(({ referralCode }) => referralCode)}::text[],
          ${lines.map(({ work }) => work)}::numeric[], ${lines.map(({ shares }) => shares)}::bigint[],
          ${lines.map(({ firstAt }) => firstAt)}::bigint[], ${lines.map(({ lastAt }) => lastAt)}::bigint[],
          ${lines.map(({ credited }) => credited)}::boolean[],
          ${lines.map(({ uuid, worker }) => mayComeOnline(uuid, worker))}::boolean[])
          AS line (miner_id, name, code, work, shares, first_at, last_at, credited, may_come)
    ), seen AS MATERIALIZED (
      SELECT miner_id, name, min(first_ms) AS first_ms, bool_or(may_come) AS may_come,
             min(first_at) AS first_at, max(last_at) AS last_at,
             (array_agg(code ORDER BY last_at DESC, first_at DESC))[1] AS code
        FROM line GROUP BY miner_id, name
    ), was AS MATERIALIZED (
      SELECT workers.id FROM workers JOIN seen USING (miner_id, name)
       WHERE seen.may_come AND workers.algorithm = ${algorithm} AND workers.online
    ), worker AS (
      INSERT INTO workers AS known (miner_id, algorithm, name, code, online, online_since, last_share_at, simulated)
      SELECT miner_id, ${algorithm}, name, code, last_at > ${new Date(now - silentAfterMs)}, first_at, last_at,
             ${simulated}::boolean
        FROM seen ORDER BY miner_id, name
      ON CONFLICT (miner_id, algorithm, name) DO UPDATE SET
        code = excluded.code,
        online = known.online OR excluded.online,
        online_since = CASE WHEN known.online THEN known.online_since ELSE excluded.online_since END,
        last_share_at = greatest(known.last_share_at, excluded.last_share_at),
        simulated = excluded.simulated
      RETURNING id, miner_id, name, online
    ), placed AS MATERIALIZED (
      SELECT worker.id AS worker_id, miner_id, code, work, shares, credited, first_at FROM line JOIN worker USING (miner_id, name)
    ), sliced AS (
      INSERT INTO slice_work AS known (slice_id, miner_id, worker_id, code, simulated, work, shares)
      SELECT ${sliceId}::bigint, miner_id, worker_id, coalesce(code, ''), ${simulated}::boolean, sum(work), sum(shares)
        FROM placed WHERE credited GROUP BY miner_id, worker_id, coalesce(code, '')
      ON CONFLICT (slice_id, miner_id, worker_id, code, simulated) DO UPDATE SET
        work = known.work + excluded.work, shares = known.shares + excluded.shares
    ), minutes AS (
      INSERT INTO worker_minutes AS known (worker_id, minute, work, shares)
      SELECT worker_id, date_bin('1 minute', first_at, 'epoch'), sum(work), sum(shares) FROM placed GROUP BY 1, 2
      ON CONFLICT (worker_id, minute) DO UPDATE SET
        work = known.work + excluded.work, shares = known.shares + excluded.shares
    ), tens AS (
      INSERT INTO miner_ten_minutes AS known (miner_id, at, algorithm, work, shares)
      SELECT miner_id, date_bin('10 minutes', first_at, 'epoch'), ${algorithm}, sum(work), sum(shares)
        FROM line GROUP BY 1, 2
      ON CONFLICT (miner_id, at, algorithm) DO UPDATE SET
        work = known.work + excluded.work, shares = known.shares + excluded.shares
    ), mined AS (
      INSERT INTO mined_work AS known (algorithm, simulated, work)
      -- What lies between two blocks of a chain is work on it.
      SELECT ${algorithm}, ${simulated}::boolean, sum(work) FROM line
       WHERE ${relayed === undefined}::boolean HAVING sum(work) > 0
      ON CONFLICT (algorithm, simulated) DO UPDATE SET work = known.work + excluded.work
    )
    SELECT seen.miner_id, seen.name, seen.first_ms AS first_at FROM worker JOIN seen USING (miner_id, name)
     WHERE seen.may_come AND worker.online AND worker.id NOT IN (SELECT id FROM was)
     ORDER BY worker.miner_id, seen.first_ms, seen.name`);
  if (rows.length === 0) return [];
  const uuids = new Map([...minerIds].map(([uuid, id]) => [id, uuid]));
  return rows.flatMap(({ miner_id: id, name, first_at: firstAt }) => {
    const uuid = uuids.get(id);
    return uuid === undefined ? [] : { uuid, name, firstAt: Number(firstAt) };
  });
}
