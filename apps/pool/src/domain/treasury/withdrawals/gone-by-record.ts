import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { ExchangeTransfer, WatchedExchange } from '../../kernel/exchange.ts';
import { isOnItsWayInSql, selectWithdrawals, type WithdrawalRow } from './withdrawal-rows.ts';

/** What payouts have taken out of an account that the ledger still has there, by coin, to the unit; only coins of which all of it is known. */
export type GoneByRecord = ReadonlyMap<string, bigint>;

/** The payouts that are on their way from an account. */
export function selectLeaving(db: Queryable, place: string): Promise<readonly WithdrawalRow[]> {
  return selectWithdrawals(db, sql`WHERE place = ${place} AND ${isOnItsWayInSql} ORDER BY txid`);
}

/**
 * What the record of an exchange says that payouts on their way have taken. Nothing of a coin of which one may have left and is not in the record by its
 * id, nor of one whose record is not answered: then only the most that they may have taken is known.
 */
export async function readGone(
  exchange: Pick<WatchedExchange, 'transfers'>,
  leaving: readonly WithdrawalRow[],
): Promise<GoneByRecord> {
  const gone = new Map<string, bigint>();
  for (const coin of new Set(leaving.map((row) => row.coin))) {
    const rows = leaving.filter((row) => row.coin === coin);
    if (rows.some(({ exchangeId }) => exchangeId === null)) continue;
    const since = Math.min(...rows.map(({ sentAt }) => sentAt.getTime()));
    const listed = await exchange.transfers('withdrawal', coin, since).catch(() => undefined);
    const taken = listed && takenInAll(rows, listed);
    if (taken !== undefined) gone.set(coin, taken);
  }
  return gone;
}

/** Undefined where the record does not have one of them. Pure. */
function takenInAll(rows: readonly WithdrawalRow[], listed: readonly ExchangeTransfer[]): bigint | undefined {
  let taken = 0n;
  for (const row of rows) {
    const record = listed.find(({ exchangeId }) => exchangeId === row.exchangeId);
    if (record === undefined) return undefined;
    if (record.state !== 'failed') taken += record.amount + record.fee;
  }
  return taken;
}

/** Whether the same payouts were on their way at two moments. */
export function sameLeaving(before: readonly WithdrawalRow[], after: readonly WithdrawalRow[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ txid, exchangeId }, at) => {
      const other = after[at];
      return txid === other?.txid && exchangeId === other.exchangeId;
    })
  );
}
