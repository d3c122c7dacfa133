import type { Funds } from '@openlode/ledger/treasury-entries';
import { formatAmount } from '@openlode/money/amount';
import type { ServiceContext } from '../kernel/context.ts';
import type { OutgoingTransaction } from '../kernel/rail.ts';
import type { Rails } from '../kernel/rails.ts';
import { findPaidMiner, movedBy } from '../payouts/booked-transactions.ts';
import { compareFrom } from '../payouts/compare-outgoing.ts';
import { readOutgoing } from '../payouts/read-outgoing.ts';
import { readSent } from '../payouts/read-sent.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & { readonly rails: Rails };

/** What the wallet of a network says of the reference of a movement that took money out of it. */
export type ReferenceAnswer =
  /** It has sent this transaction, and it moved what is booked. */
  | { readonly kind: 'sent' }
  /** It has sent no such transaction: the reference is none, or one that is yet to leave. */
  | { readonly kind: 'not-sent' }
  /** It does not say what it has sent. */
  | { readonly kind: 'no-answer'; readonly why: string };

export type ReferenceRefusal =
  /** The transaction moved another amount of the asset (`moved` and `fee` as decimal text), so it would stay unknown after the booking. */
  | { readonly kind: 'moved-other'; readonly network: string; readonly moved: string; readonly fee: string }
  /** The transaction pays the address of a miner: it may be a payout, and stays unknown whatever is booked. */
  | { readonly kind: 'pays-miner'; readonly coin: string; readonly address: string };

interface JudgedReference {
  readonly answer: ReferenceAnswer | ReferenceRefusal;
  /** How the rail names the transaction, where the reference is another id of it: it is booked once, whichever of them is typed. */
  readonly name?: string;
}

/**
 * Asks the wallet before anything is booked, because an entry can never be changed. A transaction that the wallet does not know (yet)
 * is no reason to refuse.
 */
export async function judgeReference(
  { db, clock, rails }: Context,
  reference: string,
  { asset, network, amount }: Funds,
): Promise<JudgedReference> {
  let transactions: readonly OutgoingTransaction[];
  try {
    transactions = await readOutgoing(rails, await compareFrom(db, clock.now()), network);
  } catch (error) {
    return { answer: { kind: 'no-answer', why: error instanceof Error ? error.message : String(error) } };
  }
  const typed = reference.toLowerCase();
  const named = transactions.find(({ txid }) => txid.toLowerCase() === typed);
  const sent = named ?? transactions.find(({ ids = [] }) => ids.includes(typed));
  if (sent === undefined) return { answer: { kind: 'not-sent' } };
  const answer = await judgeSent({ db, clock, rails }, sent, { asset, network, amount });
  return { answer, ...(named === undefined && { name: sent.txid }) };
}

async function judgeSent(
  { db, clock, rails }: Context,
  sent: OutgoingTransaction,
  { asset, network, amount }: Funds,
): Promise<ReferenceAnswer | ReferenceRefusal> {
  const { reading: payment } = await readSent(db, rails, sent);
  if (payment.kind === 'unanswered') return { kind: 'no-answer', why: payment.why };
  // What cannot be read is disregarded as well as booked.
  if (payment.kind === 'unreadable') return { kind: 'sent' };
  const paid = await findPaidMiner(db, payment.outward, Math.min(sent.at, clock.now()));
  if (paid !== undefined) return { kind: 'pays-miner', coin: paid.asset, address: paid.address };
  const { moved, fee } = movedBy(payment, asset);
  if (amount >= moved && amount <= moved + fee && moved + fee > 0n) return { kind: 'sent' };
  return { kind: 'moved-other', network, moved: formatAmount(moved), fee: formatAmount(fee) };
}
