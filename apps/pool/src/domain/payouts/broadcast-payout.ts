import sql from 'sql-template-tag';
import { isRestricted } from '../miners/restricted-addresses.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { announcePayout } from './announce-payout.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import { requireRail } from '../kernel/rails.ts';
import { storeLines } from './check-journal.ts';
import { movePayout } from './move-payout.ts';
import type { Payout, Signed } from './payout.ts';
import { currentEpoch } from './payout-epoch.ts';
import type { PayoutContext } from './payout-context.ts';
import { countSend, recordAnswer } from './payout-transaction.ts';
import { suspensionBeforeLeaving, suspensionOf } from './suspensions.ts';

/**
 * `unacknowledged`: handed to the network without an answer. `refused`: it said no, which is kept for the operator. Either may have arrived
 * all the same: only the chain can tell.
 */
export type BroadcastOutcome =
  | 'sent'
  | 'unacknowledged'
  | 'refused'
  | 'superseded'
  | 'suspended'
  | 'not-compared'
  | 'held'
  | 'restricted'
  | 'journal-broken';

/** The shortest time between two sends of the same bytes, ms. */
export const sendEveryMs = 30_000;

/** Moves a prepared payout to `broadcasting` and sends it. Only the process whose update changed the row sends, and only the stored bytes. */
export async function broadcastPayout(ctx: PayoutContext, payout: Payout): Promise<BroadcastOutcome> {
  if (payout.hold !== null) return 'held';
  if (ctx.journal.broken() !== undefined) return 'journal-broken';
  if ((await ctx.outgoing.compare(ctx, payout)) !== undefined) return 'not-compared';
  if ((await ctx.outgoing.lookOnce(ctx, payout)) !== undefined) return 'not-compared';
  const taken = await ctx.db.transaction(async (tx) => {
    if ((ctx.payoutBlockReason() ?? (await suspensionBeforeLeaving(tx, payout))) !== undefined)
      return 'suspended';
    if (await isRestricted(tx, payout)) return 'restricted';
    if ((await ctx.rollback.check(tx, ctx.clock.now())) !== undefined) return 'suspended';
    if (ctx.outgoing.missing(ctx, payout) !== undefined) return 'not-compared';
    // An operator may have held it since it was read.
    const [current] = await tx.query<Pick<Payout, 'hold'>>(
      sql`SELECT hold FROM payouts WHERE id = ${payout.id} FOR UPDATE`,
    );
    if (current !== undefined && current.hold !== null) return 'held';
    const now = ctx.clock.now();
    const moved = await movePayout(tx, payout, 'broadcasting', now, sql`, sent_at = ${new Date(now)}`);
    if (!moved) return 'superseded';
    if (payout.signed !== null) await storeLines(tx, [lineOf(payout, payout.signed, now, '')], 'sent');
    await announcePayout(tx, ctx, payout.id, { balanceChanged: false });
    return 'taken';
  });
  if (taken !== 'taken') return taken;
  crashPoint('payout-broadcasting');
  return sendStored(ctx, payout);
}

/** Sends once more what was sent before, at most every half minute. The same bytes, so it cannot pay twice. */
export async function sendAgain(ctx: PayoutContext, payout: Payout): Promise<BroadcastOutcome | 'too-soon'> {
  // A clock that was ahead may have dated the last send.
  const waited = Math.abs(ctx.clock.now() - (payout.lastSentAt?.getTime() ?? 0));
  if (waited < sendEveryMs) return 'too-soon';
  if (ctx.journal.broken() !== undefined) return 'journal-broken';
  if ((ctx.payoutBlockReason() ?? (await suspensionOf(ctx.db, payout))) !== undefined) return 'suspended';
  return sendStored(ctx, payout);
}

async function sendStored(ctx: PayoutContext, payout: Payout): Promise<BroadcastOutcome> {
  const { signed } = payout;
  if (signed === null) throw new Error(`payout ${payout.id} has nothing to send`);
  // In the table with the move before, and on this process's own disk before anything leaves it.
  await journalOnce(ctx, payout, signed);
  crashPoint('payout-journalled');
  await countSend(ctx.db, signed.txid, ctx.clock.now());
  crashPoint('payout-before-send');
  const rail = requireRail(ctx.rails, payout.network);
  // No answer does not mean that it was not sent: the chain is asked next, and the money is not given back.
  const answer = await rail.send(payout.network, signed.bytes).catch(() => undefined);
  crashPoint('payout-sent');
  if (answer === undefined) return 'unacknowledged';
  await recordAnswer(ctx.db, signed.txid, answer, ctx.clock.now());
  return answer.kind === 'taken' ? 'sent' : 'refused';
}

async function journalOnce(ctx: PayoutContext, payout: Payout, signed: Signed): Promise<void> {
  if (ctx.journal.has(payout.id, signed.txid)) return;
  await ctx.journal.append(lineOf(payout, signed, ctx.clock.now(), await currentEpoch(ctx.db)));
}

function lineOf(
  { id, network, coin, address, memo, amount }: Payout,
  { bytes, txid, proof }: Signed,
  at: number,
  epoch: string,
): JournalLine {
  return { payout: id, txid, network, coin, address, memo, amount, bytes, proof, at, epoch };
}
