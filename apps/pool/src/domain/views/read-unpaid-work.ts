import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** How another pool stands with what it owes. */
export interface UnpaidWork {
  readonly upstream: string;
  readonly algorithm: string;
  /** When its newest payment was booked, ms; undefined before the first. */
  readonly lastIncomeAt: number | undefined;
  /** When the oldest slice was opened that no payment covers, ms; undefined where each is covered. */
  readonly unpaidSince: number | undefined;
}

/** Of these pools: which work waits for a payment, and since when. */
export async function readUnpaidWork(
  { db }: Pick<ServiceContext, 'db'>,
  upstreams: readonly { readonly name: string; readonly algorithm: string }[],
): Promise<readonly UnpaidWork[]> {
  const rows = await db.query<{
    upstream: string;
    algorithm: string;
    paid: Date | null;
    unpaid: Date | null;
  }>(sql`
    SELECT named.upstream, named.algorithm, newest.booked_at AS paid,
           (SELECT opened_at FROM slices
             WHERE slices.algorithm = named.algorithm AND slices.upstream = named.upstream
               AND slices.id > coalesce(newest.last_slice, 0) ORDER BY id LIMIT 1) AS unpaid
      FROM unnest(${upstreams.map(({ name }) => name)}::text[], ${upstreams.map(({ algorithm }) => algorithm)}::text[])
           WITH ORDINALITY AS named (upstream, algorithm, place)
      LEFT JOIN LATERAL (
        SELECT last_slice, max(booked_at) AS booked_at FROM incomes
         WHERE incomes.algorithm = named.algorithm AND incomes.upstream = named.upstream
         GROUP BY last_slice ORDER BY last_slice DESC LIMIT 1) AS newest ON true
     ORDER BY named.place`);
  return rows.map(({ upstream, algorithm, paid, unpaid }) => ({
    upstream,
    algorithm,
    lastIncomeAt: paid?.getTime(),
    unpaidSince: unpaid?.getTime(),
  }));
}
