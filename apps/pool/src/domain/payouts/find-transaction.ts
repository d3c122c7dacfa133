import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import type { OutgoingTransaction } from '../kernel/rail.ts';
import type { UnansweredNetwork } from '../kernel/wallet.ts';
import type { Reading } from './booked-transactions.ts';
import { compareFrom } from './compare-outgoing.ts';
import type { PayoutContext } from './payout-context.ts';
import { readAllOutgoing } from './read-outgoing.ts';
import { readSent } from './read-sent.ts';

type Context = Pick<PayoutContext, 'db' | 'clock' | 'rails' | 'floats'>;

/** What a journal and the wallets that answer have of a transaction. */
interface FoundTransaction extends Omit<SentLines, 'lines'> {
  /** As its network writes it, where it is known. */
  readonly txid: string;
  /** A line for each of its payments. */
  readonly written: readonly JournalLine[];
  readonly sent: readonly JournalLine[];
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
    const written = await findJournalLines(ctx.db, txid);
    const { lines: sent, ...more } = await findSentLines(ctx, txid);
    found = { txid, written, sent, ...more };
    if (written.length + sent.length > 0 || more.isUnreadable || more.unread !== undefined) break;
  }
  const nothing = {
    written: [],
    sent: [],
    isUnreadable: false,
    unread: undefined,
    unanswered: [],
  };
  return found ?? { txid: typed, ...nothing };
}

/** The payments of a transaction as a journal has them, or as released payouts had them: its bytes may still leave, or have left. */
async function findJournalLines(db: Queryable, txid: string): Promise<readonly JournalLine[]> {
  const rows = await db.query<
    Omit<JournalLine, 'at' | 'epoch' | 'orderId'> & { at: Date; orderId: string | null }
  >(sql`
    SELECT DISTINCT ON (coin, address, memo) payout, order_id AS "orderId", txid, network, coin, address, memo, amount, bytes, proof, at
      FROM (SELECT position, payout, order_id, txid, network, coin, address, memo, amount, bytes, proof, at FROM payout_journal
             WHERE txid = ${txid}
             UNION ALL
            SELECT NULL, id, order_id, txid, payouts.network, coin, address, memo, amount, bytes, proof, coalesce(sent_at, payouts.state_at)
              FROM payouts JOIN payout_transactions USING (txid)
             WHERE txid = ${txid} AND payouts.state = 'released') AS line
     ORDER BY coin, address, memo, position NULLS LAST, payout`);
  return rows
    .toSorted((a, b) => (a.payout < b.payout ? -1 : 1))
    .map(({ orderId, ...line }) => ({
      ...line,
      at: line.at.getTime(),
      epoch: '',
      ...(orderId !== null && { orderId }),
    }));
}

/** The payments of a transaction as a wallet has sent it, in the form of journal lines, and the networks that do not answer. */
async function findSentLines(ctx: Context, txid: string): Promise<SentLines> {
  const since = await compareFrom(ctx.db, ctx.clock.now());
  const { transactions, unanswered } = await readAllOutgoing(ctx.rails, since);
  const found = transactions.find((each) => each.txid === txid);
  if (found === undefined) return { lines: [], isUnreadable: false, unread: undefined, unanswered };
  const cold = (ctx.floats ?? []).flatMap((float) =>
    float.network === found.network ? (float.cold ?? []) : [],
  );
  const sent = await readSent(ctx.db, ctx.rails, found, { cold });
  const { reading } = sent;
  if (reading.kind === 'unanswered') {
    const unread = { network: sent.network, why: reading.why };
    return { lines: [], isUnreadable: false, unread, unanswered };
  }
  const lines = linesOfSent(reading, sent);
  return { lines, isUnreadable: lines.length === 0, unread: undefined, unanswered };
}

/** What the wallets that answer know of a transaction. */
interface SentLines {
  readonly lines: readonly JournalLine[];
  /** A wallet has sent it, and what it moved cannot be read. */
  readonly isUnreadable: boolean;
  /** A wallet has sent it, and no node says now what it does. */
  readonly unread: UnansweredNetwork | undefined;
  readonly unanswered: readonly UnansweredNetwork[];
}

function linesOfSent(reading: Reading, sent: OutgoingTransaction): readonly JournalLine[] {
  if (reading.kind !== 'payment') return [];
  // Change may stand before the payment.
  const outputs = reading.outward.length > 0 ? reading.outward : reading.decoded.outputs.slice(0, 1);
  const { txid, network, bytes, proof, at, label } = sent;
  const isOfOne = outputs.length === 1 && /^[1-9]\d{0,17}$/.test(label ?? '');
  const payout = isOfOne ? BigInt(label ?? 0) : 0n;
  return outputs.map(({ address, memo, asset: coin, amount }) => ({
    payout,
    txid,
    network,
    coin,
    address,
    memo,
    amount,
    bytes,
    proof,
    at,
    epoch: '',
  }));
}
