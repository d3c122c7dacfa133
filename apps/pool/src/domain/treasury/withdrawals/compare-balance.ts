import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { ExchangeTransfer, PayingExchange } from '../../kernel/exchange.ts';
import { recordMs } from '../../kernel/payout-withdrawals.ts';
import { unbookedThere } from '../places/unbooked-there.ts';
import { readBooked } from '../places/watch-places.ts';
import { findWithdrawal, type FoundWithdrawal, onlyWithdrawal } from '../transfers/find-withdrawal.ts';
import type { LookAtAccount } from './look-at-account.ts';
import { isOnItsWayInSql, selectWithdrawals, type WithdrawalRow } from './withdrawal-rows.ts';

/** What an exchange has of a coin by its own word, and whether that is what the ledger says. */
export interface BalanceComparison {
  /** What its record has of each payout that is on its way and of the one that was asked about, by `txid`. */
  readonly found: ReadonlyMap<string, FoundWithdrawal>;
  readonly available: bigint;
  /** Why what it has is not known to be what the ledger says less what its record has of payouts on their way; undefined where it is, to the unit. */
  readonly differs: string | undefined;
  /** Whether that is because it has less, all that its record shows taken into account: something has taken it. */
  readonly isShort: boolean;
  /** When it was asked, ms. */
  readonly at: number;
}

/**
 * Asks an exchange what it has of a coin and what has left it, and compares both with the ledger. Rejects where it does not answer.
 *
 * @param look how it is asked, and by when, ms
 * @param about one that need not be on its way: what its record does not have of it has not left, and what the ledger has booked and its record gave up has
 *   come back
 */
export async function compareBalance(
  db: Queryable,
  exchange: PayingExchange,
  coin: string,
  {
    look,
    now,
    about,
  }: { readonly look: LookAtAccount; readonly now: number; readonly about?: WithdrawalRow },
): Promise<BalanceComparison> {
  const place = exchange.name;
  const open = await selectWithdrawals(
    db,
    sql`WHERE place = ${place} AND coin = ${coin} AND ${isOnItsWayInSql} ORDER BY sent_at, txid`,
  );
  const asked = [...open.filter(({ txid }) => txid !== about?.txid), ...(about === undefined ? [] : [about])];
  // Longer ago it shows none: what left then is found no more, and a matter for a person.
  const sent = asked.map(({ sentAt }) => sentAt.getTime());
  const since = sent.length === 0 ? undefined : Math.max(now - recordMs, Math.min(...sent));
  const before = (await readBooked(db, place)).get(coin) ?? 0n;
  const { at, listed, balance } = await look(exchange, coin, since);
  const after = (await readBooked(db, place)).get(coin) ?? 0n;
  const found = new Map<string, FoundWithdrawal>();
  for (const row of asked) found.set(row.txid, await findIn(db, row, listed));
  const seen = { found, available: balance.available, at, isShort: false };
  const moving =
    before === after ? await movingWords(db, place, coin) : `the ledger has moved while ${place} was asked`;
  if (moving !== undefined) return { ...seen, differs: moving };
  let expected = after;
  for (const row of asked) {
    const record = found.get(row.txid);
    if (record?.kind === 'found') expected -= takenOf(row, record.transfer);
    else if (row.txid !== about?.txid) return { ...seen, differs: unknownWords(row, place, now) };
  }
  if (balance.total === expected) return { ...seen, differs: undefined };
  return {
    ...seen,
    // What was heard a moment ago says nothing of what the ledger has booked since.
    isShort: balance.total < expected && at >= now,
    differs: `${place} to have what the ledger says: it has ${formatAmount(balance.total)} ${coin}, and should have ${formatAmount(expected)}`,
  };
}

function unknownWords({ txid, sentAt }: WithdrawalRow, place: string, now: number): string {
  return now - sentAt.getTime() > recordMs
    ? `an operator to say what became of ${txid}: the record of ${place} shows nothing of so long ago`
    : `${place} does not show yet what became of ${txid}`;
}

/** What it has taken out of the account beyond what the ledger has booked; below zero where the ledger has booked what came back. */
function takenOf({ isBooked }: WithdrawalRow, { state, amount, fee }: ExchangeTransfer): bigint {
  const gone = state === 'failed' ? 0n : amount + fee;
  return isBooked ? gone - (amount + fee) : gone;
}

/** What else may have moved the coin there. */
async function movingWords(db: Queryable, place: string, coin: string): Promise<string | undefined> {
  const unbooked = await unbookedThere(db, { place, coin });
  return unbooked && `${unbooked.kind} ${unbooked.id} to be over: see openlode ${unbooked.kind}s`;
}

/** What the record of the exchange has of it: by the exchange's id of it where that is known. */
async function findIn(
  db: Queryable,
  row: WithdrawalRow,
  listed: readonly ExchangeTransfer[],
): Promise<FoundWithdrawal> {
  if (row.exchangeId !== null)
    return onlyWithdrawal(listed, ({ exchangeId }) => exchangeId === row.exchangeId);
  // What the exchange does not call by our id is another's then: a payout that took its place would be the one.
  if (row.state === 'refused') return onlyWithdrawal(listed, ({ id }) => id === row.id);
  const others = await explained(db, row.place, row.txid);
  const known = new Set([...(row.known ?? []), ...others]);
  const found = findWithdrawal({ ...row, madeAt: row.sentAt.getTime() }, listed, known);
  // One that is another's here is none of this one, whatever it is called there.
  return found.kind === 'found' && known.has(found.transfer.exchangeId) ? { kind: 'ambiguous' } : found;
}

/** How the rail begins to name what only the record of an exchange has. */
const recordOf = (place: string) => `${place}-record-`;

/** The exchange's ids of what is known otherwise: transfers to wallets, other payouts, and what an operator has said to be no payout. */
export async function explained(db: Queryable, place: string, except: string): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT exchange_id AS id FROM place_transfers WHERE place = ${place} AND exchange_id IS NOT NULL
    UNION ALL
    SELECT exchange_id FROM withdrawn_payouts WHERE place = ${place} AND exchange_id IS NOT NULL AND txid <> ${except}
    UNION ALL
    SELECT substr(subject, length(${recordOf(place)}::text) + 1) FROM operator_decisions
     WHERE kind = 'disregard-transaction' AND starts_with(subject, ${recordOf(place)}::text)`);
  return new Set(rows.map(({ id }) => id));
}
