import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import type { PaidSpan } from './income-ratio.ts';

/** Before the newest payment; what is judged is of less time, and one that is as long must be in it. */
const daysMax = 60;

/** What each of these pools has paid for the work of the last two months before its newest payment, by name, the newest last. */
export async function readPaidSpans(
  { db }: Pick<ServiceContext, 'db'>,
  upstreams: readonly { readonly name: string; readonly algorithm: string }[],
): Promise<ReadonlyMap<string, readonly PaidSpan[]>> {
  const rows = await db.query<{
    upstream: string;
    amount: bigint;
    blocks: bigint;
    worked_from: Date;
    worked_until: Date;
    worked_ms: bigint | null;
    is_first: boolean;
  }>(sql`
    SELECT named.upstream, paid.amount, paid.blocks, paid.worked_from, paid.worked_until, paid.worked_ms,
           NOT EXISTS (SELECT 1 FROM incomes AS before
                        WHERE before.algorithm = named.algorithm AND before.upstream = named.upstream
                          AND before.last_slice < paid.last_slice) AS is_first
      FROM unnest(${upstreams.map(({ name }) => name)}::text[], ${upstreams.map(({ algorithm }) => algorithm)}::text[])
           AS named (upstream, algorithm)
      JOIN LATERAL (
        -- Further payments for the work of one are one with it.
        SELECT last_slice, sum(amount) AS amount, max(blocks) AS blocks, min(worked_from) AS worked_from,
               max(worked_until) AS worked_until, max(worked_ms) AS worked_ms
          FROM incomes
         WHERE incomes.algorithm = named.algorithm AND incomes.upstream = named.upstream
           AND worked_until >= (SELECT max(worked_until) - make_interval(days => ${daysMax}) FROM incomes AS newest
                                 WHERE newest.algorithm = named.algorithm AND newest.upstream = named.upstream)
         GROUP BY last_slice) AS paid ON true
     ORDER BY named.upstream, paid.last_slice`);
  const spans = new Map<string, PaidSpan[]>();
  for (const { upstream, amount, blocks, ...row } of rows) {
    const span = {
      amount,
      blocks,
      from: row.worked_from.getTime(),
      until: row.worked_until.getTime(),
      workedMs: row.worked_ms === null ? undefined : Number(row.worked_ms),
      isFirst: row.is_first,
    };
    const known = spans.get(upstream);
    if (known === undefined) spans.set(upstream, [span]);
    else known.push(span);
  }
  return spans;
}
