import { settleEntry } from '@openlode/ledger/payout-entries';
import { nextStep } from '@openlode/ledger/payout-state';
import sql from 'sql-template-tag';
import { bookEntry } from '../ledger/book-entry.ts';
import { crashPoint } from '../ports/crash-point.ts';
import type { Sighting } from '../ports/rail.ts';
import { announcePayout, tellProgress } from './announce-payout.ts';
import { broadcastPayout, sendAgain } from './broadcast-payout.ts';
import { movePayout } from './move-payout.ts';
import { moneyOf, type Payout, type Signed } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { suspendPayouts } from './suspensions.ts';

/** So often without a trace on the chain, and a person has to look. */
export const sendsMax = 20;

/**
 * Asks the chain about a payout whose bytes exist and takes the one step that follows. Answers whether anything changed. When the
 * chain cannot be asked it rejects, and nothing has changed.
 */
export async function confirmPayout(ctx: PayoutContext, payout: Payout): Promise<boolean> {
  const { state, signed, sends } = payout;
  if (signed === null) return false;
  if (state !== 'prepared' && state !== 'broadcasting' && state !== 'manual_review' && state !== 'seen')
    return false;
  const sighting = await ctx.rail.lookUp(payout.network, signed.txid, signed.proof);
  const { confirmationsNeeded } = payout;
  const step = nextStep({ state, sends }, sighting, { confirmationsNeeded, sendsMax });
  if (step.kind === 'send-again') {
    await sendAgain(ctx, payout);
    return false;
  }
  if (step.kind === 'wait') {
    if (sighting.kind === 'confirmed') await countConfirmations(ctx, payout, sighting.confirmations);
    return false;
  }
  switch (step.state) {
    case 'broadcasting':
      return (await broadcastPayout(ctx, payout)) === 'sent';
    case 'seen':
      return markSeen(ctx, payout, sighting);
    case 'settled':
      return settle(ctx, payout, signed, sighting);
    case 'dead_proven':
      return markDead(ctx, payout, sighting);
    case 'manual_review':
      return askForReview(ctx, payout);
    case 'reserved':
    case 'prepared':
    case 'released':
      throw new Error(`no evidence leads to ${step.state}`);
  }
}

async function countConfirmations(ctx: PayoutContext, payout: Payout, confirmations: number): Promise<void> {
  const rows = await ctx.db.query(sql`
    UPDATE payouts SET confirmations = ${confirmations}
     WHERE id = ${payout.id} AND state = 'seen' AND confirmations <> ${confirmations} RETURNING id`);
  if (rows.length > 0) await tellProgress(ctx, payout.id);
}

async function markSeen(ctx: PayoutContext, payout: Payout, sighting: Sighting): Promise<boolean> {
  const confirmations = sighting.kind === 'confirmed' ? sighting.confirmations : 0;
  const moved = await ctx.db.transaction((tx) =>
    movePayout(tx, payout, 'seen', ctx.clock.now(), sql`, confirmations = ${confirmations}, note = NULL`),
  );
  if (moved) {
    crashPoint('payout-seen');
    await tellProgress(ctx, payout.id);
  }
  return moved;
}

async function settle(
  ctx: PayoutContext,
  payout: Payout,
  signed: Signed,
  sighting: Sighting,
): Promise<boolean> {
  const now = ctx.clock.now();
  const { confirmations, fee } =
    sighting.kind === 'confirmed' ? sighting : { confirmations: payout.confirmations, fee: signed.fee };
  const settled = await ctx.db.transaction(async (tx) => {
    const more = sql`, confirmations = ${confirmations}, fee = ${fee}, ended_at = ${new Date(now)}`;
    if (!(await movePayout(tx, payout, 'settled', now, more))) return false;
    await announcePayout(tx, ctx, payout.id, { balanceChanged: false });
    crashPoint('payout-settling');
    await bookEntry(tx, settleEntry(moneyOf(payout), { asset: signed.feeAsset, amount: fee }, now));
    return true;
  });
  if (settled) crashPoint('payout-settled');
  return settled;
}

async function markDead(ctx: PayoutContext, payout: Payout, sighting: Sighting): Promise<boolean> {
  const { why, fee } = sighting.kind === 'dead' ? sighting : { why: '', fee: 0n };
  const moved = await ctx.db.transaction((tx) =>
    movePayout(
      tx,
      payout,
      'dead_proven',
      ctx.clock.now(),
      sql`, hold = NULL, fee = ${fee}, note = ${`proven dead: ${why}`}`,
    ),
  );
  if (moved) crashPoint('payout-dead');
  return moved;
}

async function askForReview(ctx: PayoutContext, payout: Payout): Promise<boolean> {
  const now = ctx.clock.now();
  const note = `sent ${payout.sends} times and never seen on the chain`;
  return ctx.db.transaction(async (tx) => {
    if (!(await movePayout(tx, payout, 'manual_review', now, sql`, note = ${note}`))) return false;
    const detail = `payout ${payout.id}: ${note}`;
    await suspendPayouts(tx, { network: payout.network, reason: 'never-seen', detail }, now);
    return true;
  });
}
