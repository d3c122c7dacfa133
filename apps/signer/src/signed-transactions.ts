import {
  lineLengthMax,
  type RecentRequest,
  type SignedTransaction,
  type Transactions,
} from '@openlode/signing/messages';
import type { Journal } from './journal/journal.ts';
import { lettersOf } from './signed-lines.ts';

/** Transactions in one answer of what was signed lately. */
const recentMax = 500;

/** The transactions of lines of the journal, the newest first, as many as fit into an answer. */
export function transactionsOf(journal: Journal, entries: readonly number[]): Transactions {
  const { head } = journal;
  const transactions: SignedTransaction[] = [];
  let room = lineLengthMax / 2;
  for (const entry of entries.toReversed()) {
    const line = journal.signed(entry);
    const { network, kind, txid, fee, claims, bytes } = line;
    const orders = line.orders.map(({ target: _target, ...order }) => order);
    room -= lettersOf({ orders, claims, bytes });
    if (room < 0) break;
    transactions.push({ network, kind, orders, txid, fee, claims, bytes });
  }
  return { ok: true, type: 'transactions', transactions, count: entries.length, journal: head };
}

/** A page of what was signed since a moment; `count` is that of all. */
export function recentOf(journal: Journal, { network, since, skip }: RecentRequest): Transactions {
  const entries = journal.history.entriesOn(network);
  const before = entries.findLastIndex((entry) => journal.signed(entry).at < since);
  const found = entries.slice(before + 1);
  const end = Math.max(0, found.length - skip);
  return { ...transactionsOf(journal, found.slice(Math.max(0, end - recentMax), end)), count: found.length };
}
