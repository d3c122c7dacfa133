import sql from 'sql-template-tag';
import type { AccountId } from '../accounts/find-account.ts';
import type { ServiceContext } from '../context.ts';
import { type CountedReject, rejectReasons } from '../work/work-batch.ts';

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
 * The shares of each of an account's workers over the last hour and day, by what became of them. Accepted shares are
 * counted by the minute and rejects by ten minutes; a span counts from where it lies wholly inside.
 */
export async function readRejects(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  accountId: AccountId,
): Promise<WorkerRejects[]> {
  const now = ctx.clock.now();
  const hour = new Date(now - hourMs);
  const day = new Date(now - dayMs);
  const rows = await ctx.db.query<CountRow>(sql`
    SELECT workers.algorithm, workers.name, counted.reason,
           coalesce(sum(shares) FILTER (WHERE at >= ${hour}), 0)::bigint AS hour, sum(shares)::bigint AS day
      FROM (SELECT worker_id, minute AS at, 'accepted' AS reason, shares FROM worker_minutes
             UNION ALL
            SELECT worker_id, since, reason, shares FROM worker_rejects) AS counted
      JOIN workers ON workers.id = counted.worker_id
     WHERE workers.account_id = ${accountId} AND at >= ${day}
     GROUP BY workers.algorithm, workers.name, counted.reason
     ORDER BY workers.algorithm, workers.name`);
  const workers = new Map<string, CountRow[]>();
  for (const row of rows) {
    const key = `${row.algorithm} ${row.name}`;
    workers.set(key, [...(workers.get(key) ?? []), row]);
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
