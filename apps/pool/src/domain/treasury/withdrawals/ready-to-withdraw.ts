import { boughtAccount, exchangeAccount } from '@openlode/ledger/accounts';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import { EarlierFirst } from '../../kernel/earlier-first.ts';
import type { PayingExchange } from '../../kernel/exchange.ts';
import type { WithdrawnPayment } from '../../kernel/payout-withdrawals.ts';
import { WalletShort } from '../../kernel/wallet-short.ts';
import { differenceWords, lookMaxMs, selectPlaceBalances } from '../places/place-standing.ts';
import { unbookedThere } from '../places/unbooked-there.ts';
import { compareBalance } from './compare-balance.ts';
import { lookAtAccount } from './look-at-account.ts';
import { isOnItsWayInSql, isUndecidedInSql } from './withdrawal-rows.ts';

/** A coin at a place, and what a payout may take of it there with the fee; in units of 10^-18. */
interface Taking {
  readonly place: string;
  readonly coin: string;
  readonly gross: bigint;
}

/** Rejects where a payout could not be asked for now, as `PayoutWithdrawals.ready` says. Asks the exchange itself what it has. */
export async function refuseUnready(
  db: Queryable,
  exchange: PayingExchange,
  payment: WithdrawnPayment,
  now: number,
): Promise<void> {
  const { name: place } = exchange;
  const { coin, amount, feeMax } = payment;
  const taking = { place, coin, gross: amount + feeMax };
  const earlier = await undecided(db, taking);
  if (earlier !== undefined) throw new EarlierFirst(earlier);
  const closed = await closedWords(db, taking, now);
  if (closed !== undefined) throw new Error(closed);
  const { available, differs } = await compareBalance(db, exchange, coin, {
    look: lookAtAccount({ clock: { now: () => now } }),
    now,
  });
  if (differs !== undefined) throw new Error(`it waits for ${differs}`);
  const left = await leftAt(db, taking);
  const most = left < available ? left : available;
  if (most < taking.gross)
    throw new WalletShort(
      `${place} has ${formatAmount(most)} ${coin} that no other payout takes, and ${formatAmount(taking.gross)} may be needed`,
    );
}

/** Why a payout that was signed must not be asked for: nothing of it has left. Until the transaction ends, nothing of the coin is booked. */
export async function barredWords(db: Queryable, taking: Taking, now: number): Promise<string | undefined> {
  const { place, coin, gross } = taking;
  const [other] = await db.query<{ txid: string }>(
    sql`SELECT txid FROM withdrawn_payouts WHERE place = ${place} AND coin = ${coin} AND ${isUndecidedInSql}`,
  );
  if (other !== undefined) return `what became of ${other.txid} is not known`;
  const closed = await closedWords(db, taking, now);
  if (closed !== undefined) return closed;
  const unbooked = await unbookedThere(db, taking);
  if (unbooked !== undefined) return `${unbooked.kind} ${unbooked.id} is not over`;
  const left = await leftAt(db, taking);
  return left < gross ? `${place} has ${formatAmount(left)} ${coin} left by the ledger` : undefined;
}

/** What the ledger says that is there, less what payouts on their way may take. */
export async function leftAt(
  db: Queryable,
  { place, coin }: Pick<Taking, 'place' | 'coin'>,
): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }>(sql`
    SELECT coalesce((SELECT -sum(amount) FROM balances WHERE account IN (${exchangeAccount(place)}, ${boughtAccount(place)}) AND asset = ${coin}), 0)
         - coalesce((SELECT sum(amount + fee_max) FROM withdrawn_payouts WHERE place = ${place} AND coin = ${coin} AND ${isOnItsWayInSql}), 0) AS amount`);
  return row?.amount ?? 0n;
}

/**
 * Another payout of the coin through the exchange of which it is not known whether it has left: that is found out first. One that an operator keeps here, or
 * whose address is restricted, and that nothing has handed out, has not.
 */
async function undecided(db: Queryable, { place, coin }: Taking): Promise<string | undefined> {
  const [row] = await db.query<{ txid: string }>(sql`
    SELECT payout_transactions.txid FROM payout_transactions JOIN payouts ON payouts.txid = payout_transactions.txid
      LEFT JOIN withdrawn_payouts ON withdrawn_payouts.txid = payout_transactions.txid
     WHERE proof ->> 'place' = ${place} AND payouts.coin = ${coin} AND payouts.state NOT IN ('settled', 'released')
       AND coalesce(withdrawn_payouts.state, 'sent') IN ('sent', 'unknown')
       AND NOT (payouts.state = 'prepared' AND sends = 0 AND withdrawn_payouts.txid IS NULL
                AND (hold IS NOT NULL OR (payouts.coin, payouts.address) IN (SELECT coin, address FROM restricted_addresses))) LIMIT 1`);
  return row && `it is not known yet whether ${row.txid} has left ${place}`;
}

/** Why nothing may leave a place now, whatever is on its way: unlike an order, a payout need not wait until another one is booked. */
async function closedWords(db: Queryable, { place, coin }: Taking, now: number): Promise<string | undefined> {
  const [row] = await selectPlaceBalances(db, sql`WHERE place = ${place} AND coin = ${coin}`);
  if (row === undefined || row.openedAt === null)
    return `the ledger does not know yet what ${place} has of ${coin}: begin with openlode places open ${place} ${coin}`;
  if (row.state === 'difference') return `${differenceWords(row)}: nothing leaves it`;
  if (Math.abs(now - row.lookedAt.getTime()) > lookMaxMs)
    return `${place} has not said for ten minutes what it has`;
  return undefined;
}
