import { formatAmount } from '@openlode/money/amount';
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
  /**
   * How much time the work of one of its last payments took on average, ms: from the end of one to that of the next, whenever they were
   * booked. Undefined before the third.
   */
  readonly usualIntervalMs: number | undefined;
  readonly newest: PaidWork | undefined;
  /** Of up to five payments before that, together. */
  readonly earlier: PaidWork | undefined;
}

/** What was paid for which work, each in units of 10^-18: coins, and the blocks that the work finds on average. */
export interface PaidWork {
  readonly amount: bigint;
  readonly blocks: bigint;
}

const unitsOfBlock = 10n ** 18n;

/** Coins for the work that finds a block on average; null where the work is none, or nothing was paid. */
export function coinsPerBlock(paid: PaidWork | undefined): string | null {
  return paid === undefined || paid.blocks === 0n
    ? null
    : formatAmount((paid.amount * unitsOfBlock) / paid.blocks);
}

/** The same of all payments that are remembered, together; undefined before the first. */
export function paidWorkOf(
  newest: PaidWork | undefined,
  earlier: PaidWork | undefined,
): PaidWork | undefined {
  if (newest === undefined || earlier === undefined) return newest ?? earlier;
  return { amount: newest.amount + earlier.amount, blocks: newest.blocks + earlier.blocks };
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
    first_until: Date | null;
    last_until: Date | null;
    payments: number | null;
    newest_amount: bigint | null;
    newest_blocks: bigint | null;
    earlier_amount: bigint | null;
    earlier_blocks: bigint | null;
  }>(sql`
    SELECT named.upstream, named.algorithm, paid.newest_at AS paid, paid.first_until, paid.last_until, paid.payments,
           paid.newest_amount, paid.newest_blocks, paid.earlier_amount, paid.earlier_blocks,
           (SELECT opened_at FROM slices
             WHERE slices.algorithm = named.algorithm AND slices.upstream = named.upstream
               AND slices.id > coalesce(paid.last_slice, 0) ORDER BY id LIMIT 1) AS unpaid
      FROM unnest(${upstreams.map(({ name }) => name)}::text[], ${upstreams.map(({ algorithm }) => algorithm)}::text[])
           WITH ORDINALITY AS named (upstream, algorithm, place)
      LEFT JOIN LATERAL (
        SELECT max(last_slice) AS last_slice, max(booked_at) AS newest_at, count(*)::int AS payments,
               min(worked_until) AS first_until, max(worked_until) AS last_until,
               sum(amount) FILTER (WHERE place = 1) AS newest_amount, sum(blocks) FILTER (WHERE place = 1) AS newest_blocks,
               sum(amount) FILTER (WHERE place > 1) AS earlier_amount, sum(blocks) FILTER (WHERE place > 1) AS earlier_blocks
          FROM (SELECT last_slice, max(booked_at) AS booked_at, max(worked_until) AS worked_until, sum(amount) AS amount, max(blocks) AS blocks,
                       row_number() OVER (ORDER BY last_slice DESC) AS place
                  FROM incomes
                 WHERE incomes.algorithm = named.algorithm AND incomes.upstream = named.upstream
                 GROUP BY last_slice ORDER BY last_slice DESC LIMIT ${paymentsMax}) AS payment) AS paid ON true
     ORDER BY named.place`);
  return rows.map(
    ({ upstream, algorithm, paid, unpaid, first_until: first, last_until: last, payments, ...sums }) => ({
      upstream,
      algorithm,
      lastIncomeAt: paid?.getTime(),
      unpaidSince: unpaid?.getTime(),
      usualIntervalMs: intervalOf(first, last, payments ?? 0),
      newest: paidWork(sums.newest_amount, sums.newest_blocks),
      earlier: paidWork(sums.earlier_amount, sums.earlier_blocks),
    }),
  );
}

/** The newest payment, and those that it is compared with. */
const paymentsMax = 6;

function intervalOf(first: Date | null, last: Date | null, payments: number): number | undefined {
  if (first === null || last === null || payments < 3) return undefined;
  return (last.getTime() - first.getTime()) / (payments - 1);
}

function paidWork(amount: bigint | null, blocks: bigint | null): PaidWork | undefined {
  return amount === null || blocks === null ? undefined : { amount, blocks };
}
