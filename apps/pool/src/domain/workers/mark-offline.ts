import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { appendEvents } from '../events/append-events.ts';
import type { LiveEvent } from '../kernel/publisher.ts';
import { silentAfterMs } from '../policy/silence.ts';
import { lastShareBy } from './last-share.ts';

/** Batch size: numbering events locks miners, and recording their work waits for some milliseconds. */
const minersAtOnce = 2000;

/** Marks workers that have fallen silent, with an event for each. Answers how many. */
export async function markOffline(ctx: Context, minersMax = minersAtOnce): Promise<number> {
  let marked = 0;
  for (;;) {
    const some = await markSome(ctx, minersMax);
    marked += some.workers;
    if (some.miners < minersMax) return marked;
  }
}

interface GoneWorker {
  readonly miner_id: bigint;
  readonly algorithm: string;
  readonly name: string;
  readonly simulated: boolean;
}

type Context = Pick<ServiceContext, 'db' | 'clock' | 'publisher'>;

async function markSome(
  ctx: Context,
  minersMax: number,
): Promise<{ readonly miners: number; readonly workers: number }> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    // A subquery of its own: close to the limit the planner would otherwise scan all workers of the pool by miner and find none.
    const silent = await tx.query<{ miner_id: bigint }>(sql`
      WITH silent AS MATERIALIZED (
        SELECT DISTINCT miner_id FROM workers WHERE online AND ${lastShareBy(now - silentAfterMs)}
      ) SELECT miner_id FROM silent ORDER BY miner_id LIMIT ${minersMax}`);
    if (silent.length === 0) return { miners: 0, workers: 0 };
    // Miners first, by id: recording work takes its locks in that order too.
    const miners = await tx.query<{ id: bigint; uuid: string }>(sql`
      SELECT id, uuid FROM miners WHERE id = ANY(${silent.map((row) => row.miner_id)}::bigint[])
       ORDER BY id FOR NO KEY UPDATE`);
    const gone = await tx.query<GoneWorker>(sql`
      WITH gone AS (
        UPDATE workers SET online = false
         WHERE online AND ${lastShareBy(now - silentAfterMs)}
           AND miner_id = ANY(${miners.map(({ id }) => id)}::bigint[])
        RETURNING miner_id, algorithm, name, simulated, last_share_at
      ), worked AS (
        -- A miner is written now and then while it works: here it gets the time of its last share.
        UPDATE miners SET last_work_at = last.at
          FROM (SELECT miner_id, max(last_share_at) AS at FROM gone GROUP BY miner_id) AS last
         WHERE miners.id = last.miner_id AND last_work_at < last.at
      ) SELECT miner_id, algorithm, name, simulated FROM gone`);
    // Sorted by their own values only, so that a history that is simulated twice numbers its events alike.
    gone.sort(
      (a, b) =>
        Number(a.miner_id - b.miner_id) || compare(a.algorithm, b.algorithm) || compare(a.name, b.name),
    );
    const uuids = new Map(miners.map(({ id, uuid }) => [id, uuid]));
    const live = await appendEvents(
      tx,
      gone.map(({ miner_id: minerId, algorithm, name, simulated }) => ({
        minerId,
        uuid: uuids.get(minerId) ?? '',
        at: now,
        body: { type: 'worker', name, algorithm, online: false, ...(simulated && { simulated }) },
      })),
    );
    const touched = miners.map(({ id, uuid }): LiveEvent => ({ kind: 'miner-worked', minerId: id, uuid }));
    tx.afterCommit(() => ctx.publisher.publish([...live, ...touched]));
    return { miners: silent.length, workers: gone.length };
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
