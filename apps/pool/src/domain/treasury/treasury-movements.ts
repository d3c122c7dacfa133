import { formatAmount } from '@openlode/money/amount';
import type { Funds, Movement } from '@openlode/ledger/treasury-entries';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { bareReference, spellingsOf, txidOfIncomeInSql } from './bare-reference.ts';

/** A movement of the treasury as it is booked; amounts below zero left the pool. */
interface BookedMovement {
  readonly at: Date;
  readonly kind: Movement['kind'];
  readonly asset: string;
  readonly network: string;
  readonly amount: bigint;
  readonly boughtAsset: string | null;
  readonly boughtNetwork: string | null;
  readonly boughtAmount: bigint | null;
  readonly reference: string;
  readonly reason: string;
  readonly operator: string;
}

function readMovements(db: Queryable, condition: Sql): Promise<BookedMovement[]> {
  return db.query<BookedMovement>(sql`
    SELECT booked_at AS at, kind, asset, network, amount, bought_asset AS "boughtAsset", bought_network AS "boughtNetwork",
           bought_amount AS "boughtAmount", reference, reason, operator
      FROM treasury_movements ${condition}`);
}

/** The oldest movement of this reference that moved one of these assets on its network, a side of a trade included. */
export async function findBooked(
  db: Queryable,
  reference: string,
  { network, asset }: Funds,
  bought: Funds | undefined,
): Promise<BookedMovement | undefined> {
  const other = bought ?? { network, asset };
  const moved = sql`((${network}, ${asset}), (${other.network}, ${other.asset}))`;
  const [oldest] = await readMovements(
    db,
    sql`
    WHERE lower(reference) = ANY(${spellingsOf(reference)}::text[])
      AND ((network, asset) IN ${moved} OR (bought_network, bought_asset) IN ${moved}) ORDER BY id LIMIT 1`,
  );
  return oldest;
}

/**
 * The kind of the movement that has a transaction as what left a wallet of the pool, whatever its amount, or that it was credited as a payment of
 * another pool; undefined where neither is so. Until the transaction ends, none is booked. Belongs before every other lock, where `moveFunds` and
 * `addIncome` have it.
 */
export async function lockOutward(
  tx: Transaction,
  {
    reference,
    asset,
    network,
  }: { readonly reference: string; readonly asset: string; readonly network: string },
): Promise<string | undefined> {
  await tx.query(sql`LOCK TABLE treasury_movements IN SHARE MODE`);
  const [moved] = await readMovements(
    tx,
    sql`WHERE lower(reference) = ANY(${spellingsOf(reference)}::text[]) AND (asset, network) = (${asset}, ${network})
          AND amount < 0 AND kind <> 'cold-withdrawal' ORDER BY id LIMIT 1`,
  );
  if (moved !== undefined) return moved.kind;
  const paid = await tx.query(sql`
    SELECT 1 FROM incomes
     WHERE asset = ${asset} AND network = ${network} AND ${txidOfIncomeInSql} = ${bareReference(reference)} LIMIT 1`);
  return paid.length > 0 ? 'payment of another pool' : undefined;
}

/** Whether a request moves what this movement moved; its amount has the sign of the booking. */
export function isSameMovement(row: BookedMovement, funds: Funds, bought: Funds | undefined): boolean {
  return (
    row.asset === funds.asset &&
    row.network === funds.network &&
    row.amount === funds.amount &&
    row.boughtAsset === (bought?.asset ?? null) &&
    row.boughtNetwork === (bought?.network ?? null) &&
    row.boughtAmount === (bought?.amount ?? null)
  );
}

/** A movement as an operator reads it; amounts are decimal text, below zero where money left. */
export interface ListedMovement {
  readonly at: number;
  readonly kind: Movement['kind'];
  readonly amount: string;
  readonly asset: string;
  readonly network: string;
  /** What a trade brought, `30000 DOGE`. */
  readonly bought: string | null;
  readonly reference: string;
  readonly reason: string;
  readonly operator: string;
}

/** The newest movements first. */
export async function listMovements(
  { db }: Pick<ServiceContext, 'db'>,
  { limit }: { readonly limit: number },
): Promise<ListedMovement[]> {
  return (await readMovements(db, sql`ORDER BY id DESC LIMIT ${limit}`)).map(listed);
}

export function listed({
  at,
  amount,
  boughtAsset,
  boughtNetwork: _,
  boughtAmount,
  ...row
}: BookedMovement): ListedMovement {
  return {
    ...row,
    at: at.getTime(),
    amount: formatAmount(amount),
    bought: boughtAmount === null ? null : `${formatAmount(boughtAmount)} ${boughtAsset}`,
  };
}
