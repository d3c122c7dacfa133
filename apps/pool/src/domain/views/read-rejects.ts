import sql from 'sql-template-tag';
import type { MinerId } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { type CountedReject, rejectReasons } from '../kernel/work-batch.ts';
import { firstWorkers, pageOfWorkers } from './page-of-workers.ts';

/** Shares of a worker by what became of them. */
export interface ShareCounts {
  readonly accepted: number;
  readonly rejected: Readonly<Record<CountedReject, number>>;
}

/** What became of a worker's shares; the sentence about what to do is the page's. */
export interface WorkerRejects {
  readonly algorithm: string;
  readonly name: string;
  readonly hour: ShareCounts;
  readonly day: ShareCounts;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface CountRow {
  readonly algorithm: string;
  readonly name: string;
  readonly reason: CountedReject | 'accepted';
  readonly hour: bigint;
  readonly day: bigint;
}

/**
 * The shares of each worker on a page of a miner's workers, over the last hour and day, by outcome. Accepted shares are counted by the
 * minute and, once minutes are cleared, by the hour; rejects by ten minutes. Only intervals that lie wholly inside a span count, and
 * the day begins with a whole hour, for accepted and rejected shares alike: their ratio must not depend on how they are stored.
 */
export async function readRejects(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  minerId: MinerId,
  page = firstWorkers,
): Promise<WorkerRejects[]> {
  const now = ctx.clock.now();
  const hour = new Date(now - hourMs);
  const day = new Date(Math.ceil((now - dayMs) / hourMs) * hourMs);
  const rows = await ctx.db.query<CountRow>(sql`
    SELECT algorithm, name, counted.*
      FROM (${pageOfWorkers(minerId, page, now)}) AS workers
           CROSS JOIN LATERAL (
        SELECT 'accepted' AS reason, coalesce(sum(shares) FILTER (WHERE at >= ${hour}), 0)::bigint AS hour, sum(shares)::bigint AS day
          FROM (SELECT minute AS at, shares FROM worker_minutes WHERE worker_id = workers.id AND minute >= ${day}
                 UNION ALL
                SELECT worker_hours.hour, shares FROM worker_hours WHERE worker_id = workers.id AND worker_hours.hour >= ${day}) AS accepted
        HAVING count(*) > 0
         UNION ALL
        SELECT reason, coalesce(sum(shares) FILTER (WHERE since >= ${hour}), 0)::bigint, sum(shares)::bigint
          FROM worker_rejects WHERE worker_id = workers.id AND since >= ${day} GROUP BY reason
      ) AS counted
     ORDER BY algorithm, name`);
  const workers = new Map<string, CountRow[]>();
  for (const row of rows) {
    const key = `${row.algorithm} ${row.name}`;
    const counts = workers.get(key);
    if (counts === undefined) workers.set(key, [row]);
    else counts.push(row);
  }
  return [...workers.values()].flatMap((counts) => {
    const [first] = counts;
    if (first === undefined) return [];
    const { algorithm, name } = first;
    return [{ algorithm, name, hour: countsOf(counts, 'hour'), day: countsOf(counts, 'day') }];
  });
}

function countsOf(rows: readonly CountRow[], span: 'hour' | 'day'): ShareCounts {
  const count = (reason: CountRow['reason']): number =>
    Number(rows.find((row) => row.reason === reason)?.[span] ?? 0n);
  const rejected = Object.fromEntries(rejectReasons.map((reason) => [reason, count(reason)]));
  return { accepted: count('accepted'), rejected: rejected as Record<CountedReject, number> };
}
