import { formatAmount } from '@openlode/money/amount';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../../runtime/database/database.ts';

/** A look counts for this time, ms; an exchange that has not answered for longer is not known. */
export const lookMaxMs = 10 * 60_000;

/** A transfer that its exchange has not credited after this time, ms, is named. */
export const transitMaxMs = 6 * 3_600_000;

/** How a coin at an exchange stands against the ledger. */
export interface PlaceBalance {
  readonly place: string;
  readonly coin: string;
  readonly openedAt: Date | null;
  readonly state: 'equal' | 'difference' | 'unknown';
  /** By two readings between which nothing moved, in units of 10^-18; null where there were none. */
  readonly said: bigint | null;
  readonly difference: bigint;
  readonly lookedAt: Date;
  readonly since: Date;
  readonly equalAt: Date | null;
  readonly note: string | null;
}

export function selectPlaceBalances(db: Queryable, condition: Sql): Promise<PlaceBalance[]> {
  return db.query<PlaceBalance>(sql`
    SELECT place, coin, opened_at AS "openedAt", state, said, difference, looked_at AS "lookedAt", since, equal_at AS "equalAt", note
      FROM place_balances ${condition}`);
}

/**
 * What was seen of coins at a place is of before something was booked there that explains it: how they stand is unknown until the next look. Belongs into
 * the transaction that books it, after its entries.
 */
export async function awaitLook(
  tx: Transaction,
  place: string,
  coins: readonly string[],
  at: number,
): Promise<void> {
  await tx.query(sql`
    UPDATE place_balances SET state = 'unknown', difference = 0, since = ${new Date(at)}, note = 'waits for the next look'
     WHERE place = ${place} AND coin = ANY(${coins}::text[])`);
}

/** Why nothing may be sent to a place now: only one that is equal to the unit, by a look that is not old, takes anything. */
export async function placeBarrier(
  db: Queryable,
  { place, coin }: { readonly place: string; readonly coin: string },
  now: number,
): Promise<string | undefined> {
  const [row] = await selectPlaceBalances(db, sql`WHERE place = ${place} AND coin = ${coin}`);
  if (row === undefined || row.openedAt === null)
    return `the ledger does not know yet what ${place} has of ${coin}: begin with openlode places open ${place} ${coin}`;
  if (row.state === 'difference') return `${differenceWords(row)}: nothing is sent there`;
  if (Math.abs(now - row.lookedAt.getTime()) > lookMaxMs)
    return `${place} has not said for ten minutes what it has`;
  if (row.state === 'unknown')
    return `whether ${place} has what the ledger says is not known now: ${row.note ?? ''}`;
  return undefined;
}

export function differenceWords({
  place,
  coin,
  difference,
}: Pick<PlaceBalance, 'place' | 'coin' | 'difference'>): string {
  const [amount, what] = difference < 0n ? [-difference, 'less'] : [difference, 'more'];
  return `${place} has ${formatAmount(amount)} ${coin} ${what} than the ledger says`;
}
