import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** A payment of another pool as an operator reads it; amounts are decimal text. */
export interface ListedIncome {
  readonly at: number;
  readonly upstream: string;
  readonly amount: string;
  readonly asset: string;
  readonly reference: string;
  readonly round: string;
  /** What it paid for, ms. */
  readonly workedFrom: number;
  readonly workedUntil: number;
  /** The blocks that the work finds on average. */
  readonly blocks: string;
  readonly reason: string;
  readonly operator: string;
}

/** The newest payments first. */
export async function listIncomes(
  { db }: Pick<ServiceContext, 'db'>,
  { limit }: { readonly limit: number },
): Promise<ListedIncome[]> {
  const rows = await db.query<{
    booked_at: Date;
    upstream: string;
    amount: bigint;
    asset: string;
    reference: string;
    round_id: bigint;
    worked_from: Date;
    worked_until: Date;
    blocks: bigint;
    reason: string;
    operator: string;
  }>(sql`
    SELECT booked_at, upstream, amount, asset, reference, round_id, worked_from, worked_until, blocks, reason, operator
      FROM incomes ORDER BY round_id DESC LIMIT ${limit}`);
  return rows.map(({ upstream, asset, reference, reason, operator, ...row }) => ({
    at: row.booked_at.getTime(),
    upstream,
    amount: formatAmount(row.amount),
    asset,
    reference,
    round: row.round_id.toString(),
    workedFrom: row.worked_from.getTime(),
    workedUntil: row.worked_until.getTime(),
    blocks: formatAmount(row.blocks),
    reason,
    operator,
  }));
}
