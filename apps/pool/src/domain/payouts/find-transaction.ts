import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import type { OutgoingTransaction } from '../kernel/rail.ts';
import type { UnansweredNetwork } from '../kernel/wallet.ts';
import { type Reading, readPayment } from './booked-transactions.ts';
import { compareFrom } from './compare-outgoing.ts';
import type { PayoutContext } from './payout-context.ts';
import { readAllOutgoing } from './read-outgoing.ts';

type Context = Pick<PayoutContext, 'db' | 'clock' | 'rails'>;

/** What a journal and the wallets that answer have of a transaction. */
interface FoundTransaction extends Omit<SentLine, 'line'> {
  /** As its network writes it, where it is known. */
  readonly txid: string;
  readonly written: JournalLine | undefined;
  readonly sent: JournalLine | undefined;
}

/** How a typed id may be stored: one of hex digits is the same in capitals, and is stored as its network writes it. */
export function spellingsOf(typed: string): string[] {
  if (!/^(?:0x)?[\da-f]+$/i.test(typed)) return [typed];
  return [...new Set([typed, typed.toLowerCase(), typed.toUpperCase()])];
}

/** Finds a transaction by its id as an operator types it. */
export async function findTransaction(ctx: Context, typed: string): Promise<FoundTransaction> {
  let found: FoundTransaction | undefined;
  for (const txid of spellingsOf(typed)) {
    const written = await findJournalLine(ctx.db, txid);
    const { line: sent, ...more } = await findSentLine(ctx, txid);
    found = { txid, written, sent, ...more };
    if (written !== undefined || sent !== undefined || more.isUnreadable || more.unread !== undefined) break;
  }
  const nothing = {
    written: undefined,
    sent: undefined,
    isUnreadable: false,
    unread: undefined,
    unanswered: [],
  };
  return found ?? { txid: typed, ...nothing };
}

/** The transaction as a journal has it, or as a released payout had it: its bytes may still leave, or have left. */
async function findJournalLine(db: Queryable, txid: string): Promise<JournalLine | undefined> {
  const rows = await db.query<Omit<JournalLine, 'at' | 'epoch'> & { at: Date }>(sql`
    SELECT payout, txid, network, coin, address, memo, amount, bytes, proof, at FROM payout_journal
     WHERE txid = ${txid}
    UNION ALL
    SELECT id, txid, payouts.network, coin, address, memo, amount, bytes, proof, coalesce(sent_at, payouts.state_at)
      FROM payouts JOIN payout_transactions USING (txid)
     WHERE txid = ${txid} AND payouts.state = 'released'
     LIMIT 1`);
  const [line] = rows;
  return line && { ...line, at: line.at.getTime(), epoch: '' };
}

/** The transaction as a wallet has sent it, in the form of a journal line, and the networks that do not answer. */
async function findSentLine(ctx: Context, txid: string): Promise<SentLine> {
  const since = await compareFrom(ctx.db, ctx.clock.now());
  const { transactions, unanswered } = await readAllOutgoing(ctx.rails, since);
  const sent = transactions.find((each) => each.txid === txid);
  if (sent === undefined) return { line: undefined, isUnreadable: false, unread: undefined, unanswered };
  const reading = await readPayment(ctx.rails, sent);
  if (reading.kind === 'unanswered') {
    const unread = { network: sent.network, why: reading.why };
    return { line: undefined, isUnreadable: false, unread, unanswered };
  }
  const line = lineOfSent(reading, sent);
  return { line, isUnreadable: line === undefined, unread: undefined, unanswered };
}

/** What the wallets that answer know of a transaction. */
interface SentLine {
  readonly line: JournalLine | undefined;
  /** A wallet has sent it, and what it moved cannot be read. */
  readonly isUnreadable: boolean;
  /** A wallet has sent it, and no node says now what it does. */
  readonly unread: UnansweredNetwork | undefined;
  readonly unanswered: readonly UnansweredNetwork[];
}

function lineOfSent(reading: Reading, sent: OutgoingTransaction): JournalLine | undefined {
  if (reading.kind !== 'payment') return undefined;
  // Change may stand before the payment.
  const output = reading.outward[0] ?? reading.decoded.outputs[0];
  if (output === undefined) return undefined;
  const { txid, network, bytes, proof, at, label } = sent;
  const { address, memo, asset: coin, amount } = output;
  const payout = /^[1-9]\d{0,17}$/.test(label ?? '') ? BigInt(label ?? 0) : 0n;
  return { payout, txid, network, coin, address, memo, amount, bytes, proof, at, epoch: '' };
}
