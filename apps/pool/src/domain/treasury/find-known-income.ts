import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { type OwnTransaction, ownTransactionOf } from './own-transaction.ts';
import { spellingsOf } from './bare-reference.ts';
import type { ReadIncome } from './read-income-request.ts';

/** What a payment of another pool was credited as. */
export interface CreditedIncome {
  readonly round: string;
  readonly miners: number;
  /** Expected hashes, as decimal text. */
  readonly work: string;
  /** What its work finds on average, as decimal text. */
  readonly blocks: string;
  readonly workedFrom: number;
  readonly workedUntil: number;
}

export type KnownIncome =
  | ({ readonly kind: 'already-booked' } & CreditedIncome)
  /** The output is booked with another amount, for another pool, or as a movement of the treasury. */
  | { readonly kind: 'reference-used'; readonly as: string }
  /** The transaction is one of a payout or a sweep of this pool: an output of it to us is change. */
  | OwnTransaction;

interface Row {
  readonly round_id: bigint;
  readonly upstream: string;
  readonly amount: bigint;
  readonly work: bigint;
  readonly blocks: bigint;
  readonly miners: number;
  readonly worked_from: Date;
  readonly worked_until: Date;
}

/** What was credited by this reference. */
export async function findKnownIncome(
  tx: Transaction,
  { upstream, amount, reference }: ReadIncome,
): Promise<KnownIncome | undefined> {
  const [known] = await tx.query<Row>(sql`
    SELECT round_id, upstream, amount, work, blocks, worked_from, worked_until,
           coalesce((SELECT miners FROM closed_rounds WHERE closed_rounds.round_id = incomes.round_id),
                    (SELECT count(*) FROM credits WHERE credits.round_id = incomes.round_id))::int AS miners
      FROM incomes WHERE asset = ${upstream.coin} AND reference = ${reference}`);
  if (known !== undefined) {
    if (known.upstream !== upstream.name || known.amount !== amount)
      return {
        kind: 'reference-used',
        as: `${formatAmount(known.amount)} ${upstream.coin} of ${known.upstream}`,
      };
    return {
      kind: 'already-booked',
      round: known.round_id.toString(),
      miners: known.miners,
      work: known.work.toString(),
      blocks: formatAmount(known.blocks),
      workedFrom: known.worked_from.getTime(),
      workedUntil: known.worked_until.getTime(),
    };
  }
  return undefined;
}

/**
 * What the ledger has of the transaction that brought it, where that is not another pool's payment.
 *
 * @param txid without what EVM networks write before it
 */
export async function findOtherBooking(
  tx: Transaction,
  { upstream, reference }: Pick<ReadIncome, 'upstream' | 'reference'>,
  txid: string,
): Promise<KnownIncome | undefined> {
  // Wallets of EVM networks write 0x before it, and so it may be booked.
  const [movement] = await tx.query<{ kind: string }>(sql`
    SELECT kind FROM treasury_movements
     WHERE lower(reference) = ANY(${[...spellingsOf(txid), ...spellingsOf(reference)]}::text[]) AND ${upstream.coin} IN (asset, bought_asset) LIMIT 1`);
  if (movement !== undefined) return { kind: 'reference-used', as: `a ${movement.kind} of the treasury` };
  const all = { withEnded: true };
  return (await ownTransactionOf(tx, txid, all)) ?? ownTransactionOf(tx, `0x${txid}`, all);
}
