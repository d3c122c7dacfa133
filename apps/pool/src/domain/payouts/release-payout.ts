import { verdictDelayMs } from '@openlode/ledger/judge-transaction';
import { releaseEntry, reverseEntry } from '@openlode/ledger/payout-entries';
import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { bookEntries, bookEntry } from '../ledger/book-entry.ts';
import { takeBackPaid } from './paid-total.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { announcePayout } from './announce-payout.ts';
import { waitForRun } from './auto-run.ts';
import { takenBySettlement } from './exchange-source.ts';
import { uncountFromCaps } from './judge-caps.ts';
import { lockMinerOf } from './lock-miners.ts';
import { movePayout } from './move-payout.ts';
import { moneyOf, type Payout } from './payout.ts';
import { attemptAwaited } from './payout-attempts.ts';
import { feeEntries } from './payout-transaction.ts';
import type { ReserveContext } from './payout-context.ts';
import { uncountSmallest } from './smallest-balances.ts';
import { readLossesToReturn, squareRestoreLoss } from './restore-loss.ts';

type Context = Pick<ReserveContext, 'db' | 'clock' | 'publisher'>;

interface Why {
  /** For the owner. */
  readonly reason: string;
  /** For the operator. */
  readonly note: string;
}

/** Gives back what was reserved and never signed. False when another process has changed its state. */
export async function releaseReserved(ctx: Context, payout: Payout, why: Why): Promise<boolean> {
  const released = await ctx.db.transaction(async (tx) => {
    await lockMinerOf(tx, payout);
    return releaseReservedIn(tx, ctx, payout, why);
  });
  if (released) crashPoint('payout-released-unsigned');
  return released;
}

export async function releaseReservedIn(
  tx: Transaction,
  ctx: Context,
  payout: Payout,
  why: Why,
): Promise<boolean> {
  if (payout.state !== 'reserved') return false;
  return release(tx, ctx, payout, sql`, hold = NULL, reason = ${why.reason}, note = ${why.note}`, 0n);
}

/**
 * Gives back what the chain has invalidated. False while an operator holds it, or must say whose the money is: the pool has paid
 * something for its owner since it was reserved, which may be this money or other money (`readLossesToReturn`).
 */
export async function releaseInvalidated(ctx: Context, payout: Payout): Promise<boolean> {
  if (payout.state !== 'invalidated' || payout.hold !== null) return false;
  const released = await ctx.db.transaction(async (tx) => {
    await lockMinerOf(tx, payout);
    const isAsked = payout.releaseAskedAt !== null;
    if (!isAsked && (await readLossesToReturn(tx, [payout.id])).size > 0) return false;
    return releaseInvalidatedIn(tx, ctx, payout);
  });
  if (released) crashPoint('payout-released');
  return released;
}

export async function releaseInvalidatedIn(tx: Transaction, ctx: Context, payout: Payout): Promise<boolean> {
  if (payout.state !== 'invalidated') return false;
  const reason = (await wasCancelled(tx, payout)) ? 'CANCELLED' : 'TRANSACTION_DEAD';
  // `fee` holds what the network really took, since the proof.
  const fee = payout.signed?.fee ?? 0n;
  if (!(await release(tx, ctx, payout, sql`, hold = NULL, reason = ${reason}`, fee))) return false;
  // What an operator ended is not paid again by itself.
  if (payout.hold === null && payout.releaseAskedAt === null) await waitForRun(tx, payout);
  return true;
}

/** Whether the pool itself has made it impossible, and nothing about it was at fault. */
async function wasCancelled(tx: Transaction, { id }: Payout): Promise<boolean> {
  const rows = await tx.query(sql`
    SELECT 1 FROM payout_attempts JOIN payout_transactions USING (txid)
     WHERE payout_id = ${id} AND payees = 0 AND state <> 'invalidated' LIMIT 1`);
  return rows.length > 0;
}

/**
 * Gives back the amount of a settled payout after two nodes have said long enough that its chain has lost the transaction for good. False
 * otherwise.
 */
export async function reverseSettledIn(
  tx: Transaction,
  ctx: Context,
  payout: Payout,
  why: string,
): Promise<boolean> {
  const now = ctx.clock.now();
  const { goneAt, verdict, verdictAt } = payout;
  if (payout.state !== 'settled' || goneAt === null || verdict !== 'invalidated' || verdictAt === null)
    return false;
  if (now - verdictAt.getTime() < verdictDelayMs) return false;
  // What it was signed in before may have taken its place.
  if ((await attemptAwaited(tx, payout)) !== undefined) return false;
  const more = sql`, reversed_at = ${new Date(now)}, ended_at = ${new Date(now)}, reason = 'TRANSACTION_DEAD', note = ${why}, awaited = NULL`;
  if (!(await movePayout(tx, payout, 'released', now, more))) return false;
  await takeBackPaid(tx, payout.id);
  await announcePayout(tx, ctx, payout.id, { balanceChanged: true });
  await bookEntry(tx, reverseEntry(moneyOf(payout), now, await takenBySettlement(tx, payout)));
  await squareRestoreLoss(tx, payout, now);
  return true;
}

async function release(
  tx: Transaction,
  ctx: Context,
  payout: Payout,
  more: Sql,
  fee: bigint,
): Promise<boolean> {
  const now = ctx.clock.now();
  const ended = sql`, ended_at = ${new Date(now)} ${more}`;
  if (!(await movePayout(tx, payout, 'released', now, ended))) return false;
  // What took no fee was no payment. Before the ledger's locks, and in their order, as where it is reserved.
  if (fee === 0n) await uncountSmallest(tx, payout);
  if (payout.state === 'reserved') await uncountFromCaps(tx, payout);
  await announcePayout(tx, ctx, payout.id, { balanceChanged: true });
  // One that took nothing may be on its chain after all, and takes its fee then.
  const fees = payout.signed === null || fee === 0n ? [] : await feeEntries(tx, payout.signed.txid, now);
  await bookEntries(tx, [releaseEntry(moneyOf(payout), now), ...fees]);
  await squareRestoreLoss(tx, payout, now);
  return true;
}
