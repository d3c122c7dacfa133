import { recordDecision } from '../kernel/decision.ts';
import type { UnansweredNetwork } from '../kernel/wallet.ts';
import { findReserved, judgeLine, readKnown } from './adopt-payout.ts';
import { findPaidMiner, readPayment } from './booked-transactions.ts';
import { paymentOf } from './check-journal.ts';
import { findTransaction } from './find-transaction.ts';
import { findReplacement } from './journal-transactions.ts';
import { askNodes } from './known-to-nodes.ts';
import type { PayoutContext } from './payout-context.ts';

type Context = Pick<PayoutContext, 'db' | 'clock' | 'rails'> & { readonly actor: string };

export type DisregardOutcome =
  | { readonly kind: 'done' }
  /** Neither a journal nor a wallet knows it. */
  | { readonly kind: 'no-transaction' }
  /** No wallet that answers has it, and one of these may: what it is cannot be judged. */
  | { readonly kind: 'not-answered'; readonly unanswered: readonly UnansweredNetwork[] }
  /** A journal or a wallet has it, and no node says now what it does. */
  | ({ readonly kind: 'unread' } & UnansweredNetwork)
  /** It pays this payout, which is reserved and would be paid again: it is to be adopted. */
  | { readonly kind: 'pays-payout'; readonly payout: bigint }
  /** It pays the address of a miner, whose owner could be paid again: it is to be adopted. */
  | { readonly kind: 'pays-miner'; readonly coin: string; readonly address: string };

/**
 * Records that a transaction is no payout, for example a withdrawal by the operator: comparisons no longer name it. Refused while a
 * wallet or a journal shows that it pays a miner and it can be adopted (`adoptPayout`). Nothing is decided while the wallet of its
 * network does not answer, or any wallet where the network is unknown. A journal line is no payout if no wallet has sent it and two nodes
 * call it invalidated.
 */
export async function disregardTransaction(
  ctx: Context,
  { txid: typed, reason }: { readonly txid: string; readonly reason: string },
): Promise<DisregardOutcome> {
  const { txid, written, sent, isUnreadable, unread, unanswered: all } = await findTransaction(ctx, typed);
  if (unread !== undefined) return { kind: 'unread', ...unread };
  const unanswered = all.filter(({ network }) => network === (written[0]?.network ?? network));
  const isSent = sent.length > 0;
  if (!isSent && !isUnreadable && unanswered.length > 0) return { kind: 'not-answered', unanswered };
  const lines = [...written, ...sent];
  if (lines.length === 0 && !isUnreadable) return { kind: 'no-transaction' };
  const known = new Set((await readKnown(ctx.db, txid)).map(paymentOf));
  const left = lines.filter((line) => !known.has(paymentOf(line)));
  for (const line of left.length > 0 ? left : lines) {
    const reading = await readPayment(ctx.rails, line);
    if (reading.kind === 'unanswered') return { kind: 'unread', network: line.network, why: reading.why };
    if (reading.kind === 'unreadable' || judgeLine(ctx.rails, line, reading.decoded)?.kind === 'altered')
      continue;
    const reserved = await findReserved(ctx.db, line);
    if (reserved !== undefined) return { kind: 'pays-payout', payout: reserved.id };
    // Both are unknown again when a wallet has sent it after all.
    if (!isSent && (await findReplacement(ctx.db, line)) !== undefined) continue;
    if (!isSent && (await askNodes(ctx.rails, line)).evidence.kind === 'invalidated') continue;
    const { coin, address, memo, amount, at } = line;
    // Of a line of a journal the miner may have been opened again after a rollback.
    const openedUntil = isSent ? at : undefined;
    if ((await findPaidMiner(ctx.db, [{ asset: coin, address, memo, amount }], openedUntil)) !== undefined)
      return { kind: 'pays-miner', coin, address };
  }
  await ctx.db.transaction((tx) =>
    recordDecision(tx, ctx, { kind: 'disregard-transaction', subject: txid, reason }),
  );
  return { kind: 'done' };
}
