import { leftOf, settleEntry } from '@openlode/ledger/payout-entries';
import type { Transaction } from '../../runtime/database/database.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { exchangeSourceOf } from './exchange-source.ts';
import { moneyOf, type Payout } from './payout.ts';
import { feeEntries } from './payout-transaction.ts';

/** Books that a payout is final, and with the first one of its transaction what that has cost: out of the wallet, or the account at an exchange, that it left. */
export async function bookSettled(tx: Transaction, payout: Payout, txid: string, at: number): Promise<void> {
  const source = await exchangeSourceOf(tx, txid, payout.coin);
  await bookEntries(tx, [
    settleEntry(moneyOf(payout), at, source),
    ...(await feeEntries(tx, txid, at, source && leftOf(source, payout.amount))),
  ]);
}
