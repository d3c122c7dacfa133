import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { announcePayout } from './announce-payout.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import { requireRail } from '../kernel/rails.ts';
import { isJournalled, storeLines } from './check-journal.ts';
import { spendWords } from './end-prepared.ts';
import { lockMinersOf } from './lock-miners.ts';
import { movePayout } from './move-payout.ts';
import { type Payout, payoutsOf, type Signed } from './payout.ts';
import { currentEpoch } from './payout-epoch.ts';
import type { PayoutContext } from './payout-context.ts';
import { countAsHandedOut, countSend, recordAnswer } from './payout-transaction.ts';
import { sendEveryMs } from './send-cancel.ts';
import { suspensionBeforeLeaving, suspensionOf } from './suspensions.ts';

/**
 * `unacknowledged`: handed to the network without an answer. `refused`: it said no, which is kept for the operator. Either may have arrived
 * all the same: only the chain can tell.
 */
export type BroadcastOutcome =
  | 'sent'
  | 'unacknowledged'
  /** It may have been handed out before, and its rail hands nothing out twice. */
  | 'handed-out'
  | 'refused'
  | 'superseded'
  | 'suspended'
  | 'not-compared'
  | 'held'
  | 'restricted'
  /** It pays others too, and not all of them are payouts of this database. */
  | 'incomplete'
  | 'cancelled'
  | 'journal-broken';

/** The number of sends without a trace on the chain after which an operator has to look. */
export const sendsMax = 20;

/** How often it is sent before a review is due once more: what was sent for too low a price proves nothing. */
export const sendsBeforeReview = 6;

/**
 * Moves a prepared payout, and those that its transaction pays as well, to `broadcasting` and sends it. Only the process whose update
 * changed the row sends, and only the stored bytes. All of them leave or none: while one is held, restricted or missing, none does.
 */
export async function broadcastPayout(ctx: PayoutContext, payout: Payout): Promise<BroadcastOutcome> {
  if (payout.hold !== null) return 'held';
  const { signed } = payout;
  if (signed === null) throw new Error(`payout ${payout.id} has nothing to send`);
  if (ctx.journal.broken() !== undefined) return 'journal-broken';
  if ((await ctx.outgoing.compare(ctx, payout)) !== undefined) return 'not-compared';
  if ((await ctx.outgoing.lookOnce(ctx, payout)) !== undefined) return 'not-compared';
  const taken = await ctx.db.transaction(async (tx) => {
    if ((ctx.payoutBlockReason() ?? (await suspensionBeforeLeaving(tx, payout))) !== undefined)
      return 'suspended';
    if ((await ctx.rollback.check(tx, ctx.clock.now())) !== undefined) return 'suspended';
    if (ctx.outgoing.missing(ctx, payout) !== undefined) return 'not-compared';
    await lockMinersOf(tx, signed.txid);
    // Locked: an operator may have held one of them since it was read.
    const together = await payoutsOf(tx, signed.txid, sql`FOR UPDATE OF payouts`);
    const barrier = await barrierOf(tx, signed);
    if (barrier !== undefined) return barrier.kind;
    const now = ctx.clock.now();
    const left: Payout[] = [];
    for (const each of together) {
      if (each.state !== 'prepared') continue;
      if (await movePayout(tx, each, 'broadcasting', now, sql`, sent_at = ${new Date(now)}`)) left.push(each);
    }
    if (!left.some(({ id }) => id === payout.id)) return 'superseded';
    const { resend } = requireRail(ctx.rails, payout.network);
    const ids = together.map(({ id }) => id);
    // After a restore it is not sent yet, by the database alone.
    if (resend === 'never' && (await isJournalled({ db: tx, journal: ctx.journal }, ids, signed.txid)))
      await countAsHandedOut(tx, signed.txid, now);
    await storeLines(
      tx,
      together.map((each) => lineOf(each, signed, now, '')),
      'sent',
    );
    for (const { id } of left) await announcePayout(tx, ctx, id, { balanceChanged: false });
    return together;
  });
  if (typeof taken === 'string') return taken;
  crashPoint('payout-broadcasting');
  return sendStored(ctx, signed, taken);
}

/** Why the bytes of a transaction may not be handed out from here. */
interface Barrier {
  readonly kind: 'held' | 'restricted' | 'incomplete' | 'cancelled';
  /** For the operator: which of its payouts is the reason. */
  readonly words: string;
  /** It is the address of the one that asks: that is said elsewhere. */
  readonly isOwn?: boolean;
}

/**
 * What keeps a transaction here: one of the payouts that it pays is held, or would be paid from the pool's own money, or has an address that was restricted before it left, or is no
 * payout of this database. `asker`: the payout whose own hold is looked at elsewhere.
 */
export async function barrierOf(
  db: Queryable,
  { txid, payees }: Pick<Signed, 'txid' | 'payees'>,
  asker: bigint | null = null,
): Promise<Barrier | undefined> {
  const [found] = await db.query<{
    known: bigint;
    held: bigint | null;
    restricted: bigint | null;
    over: boolean;
    cancel: string | null;
  }>(sql`
    SELECT count(*) AS known, EXISTS (SELECT 1 FROM payout_attempts AS attempt JOIN payouts AS gone ON gone.id = attempt.payout_id
                                                    WHERE attempt.txid = ${txid} AND gone.txid <> attempt.txid AND gone.state <> 'released') AS over,
           (SELECT min(attempt.txid) FROM payout_attempts AS attempt JOIN payouts AS own ON own.id = attempt.payout_id
              JOIN payout_transactions AS transaction ON transaction.txid = attempt.txid
             WHERE own.txid = ${txid} AND transaction.payees = 0 AND transaction.state <> 'invalidated') AS cancel, min(id) FILTER (WHERE (hold IS NOT NULL OR kind = 'adopted' AND state = 'prepared' AND from_pool > 0)
                                AND id IS DISTINCT FROM ${asker}::bigint) AS held,
           min(id) FILTER (WHERE state = 'prepared' AND (coin, address) IN (SELECT coin, address FROM restricted_addresses)) AS restricted
      FROM payouts WHERE txid = ${txid} AND state <> 'released'`);
  const { known = 0n, held = null, restricted = null, over = false, cancel = null } = found ?? {};
  if (cancel !== null)
    return {
      kind: 'cancelled',
      words: `two nodes to say whether ${cancel}, which cancels it, is in a block for good (payouts cancel once more offers more for it)`,
    };
  if (over)
    return {
      kind: 'incomplete',
      words: `two nodes to end ${txid}, which others of its payouts have left for another one over the same coins (${spendWords})`,
    };
  if (known < payees)
    return {
      kind: 'incomplete',
      words: `an operator: ${txid} pays ${payees} payouts, of which this database knows ${known} (payouts compare)`,
    };
  if (held !== null)
    return { kind: 'held', words: `payout ${held}, which the same transaction pays and which is held` };
  if (restricted === null) return undefined;
  const words = `payout ${restricted}, which the same transaction pays and whose address is restricted`;
  return { kind: 'restricted', words, isOwn: restricted === asker };
}

/**
 * Sends once more what was sent before, at most every half minute. The same bytes, so it cannot pay twice; where it could, the rail says so
 * (`Rail.resend`), and nothing is sent.
 */
export async function sendAgain(ctx: PayoutContext, payout: Payout): Promise<BroadcastOutcome | 'too-soon'> {
  const { signed, lastSentAt } = payout;
  if (signed === null) throw new Error(`payout ${payout.id} has nothing to send`);
  // A clock that was ahead may have dated the last send.
  const waited = Math.abs(ctx.clock.now() - (lastSentAt?.getTime() ?? 0));
  if (waited < sendEveryMs) return 'too-soon';
  if (ctx.journal.broken() !== undefined) return 'journal-broken';
  if ((ctx.payoutBlockReason() ?? (await suspensionOf(ctx.db, payout))) !== undefined) return 'suspended';
  const barrier = await barrierOf(ctx.db, signed);
  if (barrier !== undefined) return barrier.kind;
  return sendStored(ctx, signed, await payoutsOf(ctx.db, signed.txid));
}

async function sendStored(
  ctx: PayoutContext,
  signed: Signed,
  together: readonly Payout[],
): Promise<BroadcastOutcome> {
  const [payout] = together;
  if (payout === undefined) throw new Error(`${signed.txid} pays nothing`);
  const rail = requireRail(ctx.rails, payout.network);
  // It may have been handed out where its line was written, and what counted that be lost.
  if (rail.resend === 'never' && together.some(({ id }) => ctx.journal.has(id, signed.txid))) {
    await countAsHandedOut(ctx.db, signed.txid, ctx.clock.now());
    return 'handed-out';
  }
  // In the table with the move before, and on this process's own disk before anything leaves it.
  for (const each of together) await journalOnce(ctx, each, signed);
  crashPoint('payout-journalled');
  if (!(await countSend(ctx.db, rail, signed.txid, ctx.clock.now()))) return 'handed-out';
  crashPoint('payout-before-send');
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

/** What the journal keeps of a payment that may leave. */
export function lineOf(
  { id, orderId, network, coin, address, memo, amount }: Payout,
  { bytes, txid, proof }: Pick<Signed, 'bytes' | 'txid' | 'proof'>,
  at: number,
  epoch: string,
): JournalLine {
  return { payout: id, orderId, txid, network, coin, address, memo, amount, bytes, proof, at, epoch };
}
