import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { sendsMax } from './confirm-payout.ts';
import { findPayout, type Payout } from './payout.ts';
import type { ReserveContext } from './payout-context.ts';
import { releaseReservedIn, reverseSettledIn } from './release-payout.ts';
import { logAction, type OperatorContext } from './suspensions.ts';

type Context = Pick<ReserveContext, 'db' | 'clock' | 'publisher'> & Pick<OperatorContext, 'actor'>;

/** `not-possible` names the state that forbids it: what has been sent can only be settled or invalidated by its chain. */
export type OperateOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'no-payout' }
  /** It is signed and has not left: it is held, and its money goes back when its chain has invalidated its bytes. */
  | { readonly kind: 'awaits-chain' }
  | { readonly kind: 'not-possible'; readonly state: Payout['state'] };

/** Keeps a payout that has not been sent from going on. */
export async function holdPayout(ctx: Context, id: bigint, why: string): Promise<OperateOutcome> {
  return operate(ctx, id, { action: 'hold', why }, async (tx, payout) => {
    if (payout.state !== 'reserved' && payout.state !== 'prepared') return false;
    return changedOne(
      tx.query(sql`
        UPDATE payouts SET hold = 'operator', note = ${why} WHERE id = ${id} AND state = ${payout.state} RETURNING id`),
    );
  });
}

/** Lets a held payout go on: one over a cap, or one that an operator held. */
export async function approvePayout(ctx: Context, id: bigint, why: string): Promise<OperateOutcome> {
  return operate(ctx, id, { action: 'approve', why }, async (tx) =>
    changedOne(
      tx.query(sql`
        UPDATE payouts SET hold = NULL, note = NULL, next_sign_at = NULL, release_asked_at = NULL, awaited = NULL
         WHERE id = ${id} AND hold IS NOT NULL AND state IN ('reserved', 'prepared') RETURNING id`),
    ),
  );
}

/**
 * The payouts that the pool itself holds, on one network or on all, the oldest first. What an operator holds by hand is approved by its
 * id alone.
 */
export async function heldPayouts(ctx: Pick<Context, 'db'>, network?: string): Promise<bigint[]> {
  const rows = await ctx.db.query<{ id: bigint }>(sql`
    SELECT id FROM payouts
     WHERE state = 'reserved' AND hold IS NOT NULL AND hold <> 'operator'
       AND (${network ?? null}::text IS NULL OR network = ${network ?? null}::text) ORDER BY id`);
  return rows.map(({ id }) => id);
}

/**
 * Gives the money back to its owner, as long as nothing was signed, or where the chain has lost a settled payout for good. Of one that is
 * signed and has not left, a copy of the bytes may be anywhere (an older copy of the data directory, a journal): it is held, and ends by
 * itself when its chain has proven that they can never be confirmed.
 */
export async function releasePayout(ctx: Context, id: bigint, why: string): Promise<OperateOutcome> {
  let awaitsChain = false;
  const outcome = await operate(ctx, id, { action: 'release', why }, async (tx, payout) => {
    if (payout.state === 'settled') return reverseSettledIn(tx, ctx, payout, why);
    if (payout.state !== 'prepared')
      return releaseReservedIn(tx, ctx, payout, { reason: 'RELEASED', note: why });
    awaitsChain = true;
    const now = new Date(ctx.clock.now());
    return changedOne(
      tx.query(sql`
        UPDATE payouts SET hold = 'operator', note = ${why}, release_asked_at = coalesce(release_asked_at, ${now})
         WHERE id = ${id} AND state = 'prepared' RETURNING id`),
    );
  });
  return outcome.kind === 'done' && awaitsChain ? { kind: 'awaits-chain' } : outcome;
}

/**
 * Has the stored bytes sent once more within seconds, by whichever process comes by; on a suspended network once that is lifted.
 * The same bytes, so it cannot pay twice. A payout that is not signed yet has its wallet asked again at once.
 */
export async function retryPayout(ctx: Context, id: bigint, why: string): Promise<OperateOutcome> {
  return operate(ctx, id, { action: 'retry', why }, async (tx, { state }) => {
    if (state === 'reserved')
      return changedOne(
        tx.query(
          sql`UPDATE payouts SET next_sign_at = NULL WHERE id = ${id} AND next_sign_at IS NOT NULL RETURNING id`,
        ),
      );
    if (!['broadcasting', 'manual_review', 'seen'].includes(state)) return false;
    return changedOne(
      tx.query(
        sql`UPDATE payouts SET last_sent_at = NULL, sends = least(sends, ${sendsMax - 1})
             WHERE id = ${id} AND state = ${state} RETURNING id`,
      ),
    );
  });
}

async function operate(
  ctx: Context,
  id: bigint,
  { action, why }: { readonly action: 'hold' | 'approve' | 'release' | 'retry'; readonly why: string },
  run: (tx: Transaction, payout: Payout) => Promise<boolean>,
): Promise<OperateOutcome> {
  return ctx.db.transaction(async (tx) => {
    await tx.query(sql`SELECT 1 FROM payouts WHERE id = ${id} FOR UPDATE`);
    const payout = await findPayout(tx, id);
    if (payout === undefined) return { kind: 'no-payout' };
    if (!(await run(tx, payout))) return { kind: 'not-possible', state: payout.state };
    await logAction(tx, ctx, { action, payout: id, why });
    return { kind: 'done' };
  });
}

async function changedOne(update: Promise<unknown[]>): Promise<boolean> {
  return (await update).length === 1;
}
