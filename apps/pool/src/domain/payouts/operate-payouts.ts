import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { sendsMax } from './broadcast-payout.ts';
import { findPayout, type Payout } from './payout.ts';
import { readJournalTransactions } from './journal-transactions.ts';
import type { ReserveContext } from './payout-context.ts';
import { lockMinerOf } from './lock-miners.ts';
import { releaseInvalidatedIn, releaseReservedIn, reverseSettledIn } from './release-payout.ts';
import { readLossesToReturn, returnedBy } from './restore-loss.ts';
import { logAction, type OperatorContext } from './suspensions.ts';

type Context = Pick<ReserveContext, 'db' | 'clock' | 'publisher'> & Pick<OperatorContext, 'actor'>;

/** `not-possible` names the state that forbids it: what has been sent can only be settled or invalidated by its chain. */
export type OperateOutcome =
  /** `toPool`: what of the money went to the pool, which had paid it for the same owner; decimal text in the coin. */
  | { readonly kind: 'done'; readonly toPool?: string }
  | { readonly kind: 'no-payout' }
  /**
   * It is signed, here or according to a journal, and has not left from here: it is held, and its money goes back when its chain has
   * invalidated its bytes.
   */
  | { readonly kind: 'awaits-chain' }
  /** The journal has several transactions of it: an operator says which one left, if any, before it can end. */
  | { readonly kind: 'several-transactions'; readonly txids: readonly string[] }
  /** Since it was reserved, the pool has paid this amount for its owner, which may be the same money; decimal text in the coin. */
  | { readonly kind: 'restore-loss'; readonly amount: string }
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

/**
 * Lets a held payout continue: one over a cap, or one that an operator held. If its chain has invalidated it meanwhile, its money goes
 * back. Refused where the same money may already have left in a payout that was adopted at the pool's expense: approving would pay it
 * twice, so it can only be released.
 */
export async function approvePayout(ctx: Context, id: bigint, why: string): Promise<OperateOutcome> {
  return operate(ctx, id, { action: 'approve', why }, async (tx, { state, hold }) => {
    if (hold === null || !['reserved', 'prepared', 'invalidated'].includes(state)) return false;
    const loss = (await readLossesToReturn(tx, [id])).get(id);
    if (loss !== undefined) return { kind: 'restore-loss', amount: formatAmount(loss) };
    return changedOne(
      tx.query(sql`
        UPDATE payouts SET hold = NULL, note = NULL, next_sign_at = NULL, release_asked_at = NULL, release_to_owner = false, awaited = NULL
         WHERE id = ${id} AND hold IS NOT NULL AND state IN ('reserved', 'prepared', 'invalidated') RETURNING id`),
    );
  });
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
 * Gives the money back to its owner if nothing was signed, if the chain has lost a settled payout for good, or if it was invalidated. The
 * pool first takes what it has paid for this owner since the reservation, unless the money goes `toOwner`. Copies of signed bytes that
 * have not left may exist anywhere (an old data directory, a journal), so a signed payout is held; it ends by itself when its chain
 * proves that the bytes can never be confirmed. The same holds for a reserved payout whose bytes are in a journal, even in one that names
 * no ledger: a paying process stores the bytes there first.
 */
export async function releasePayout(
  ctx: Context,
  id: bigint,
  why: string,
  { toOwner = false }: { readonly toOwner?: boolean } = {},
): Promise<OperateOutcome> {
  const reason = toOwner ? `${why} (all of it to its owner)` : why;
  return operate(ctx, id, { action: 'release', why: reason }, async (tx, found) => {
    const payout = { ...found, releaseToOwner: toOwner };
    if (payout.state === 'settled')
      return (await reverseSettledIn(tx, ctx, payout, why)) && doneWith(await returnedBy(tx, id));
    if (payout.state === 'invalidated')
      return (await releaseInvalidatedIn(tx, ctx, payout)) && doneWith(await returnedBy(tx, id));
    if (payout.state === 'prepared') return askRelease(tx, ctx, payout, why);
    const txids = (await readJournalTransactions(tx, [id])).get(id) ?? [];
    if (txids.length > 1) return { kind: 'several-transactions', txids };
    if (txids.length === 1) return askRelease(tx, ctx, payout, why);
    const isReleased = await releaseReservedIn(tx, ctx, payout, { reason: 'RELEASED', note: why });
    return isReleased && doneWith(await returnedBy(tx, id));
  });
}

function doneWith(toPool: bigint): OperateOutcome {
  return toPool > 0n ? { kind: 'done', toPool: formatAmount(toPool) } : { kind: 'done' };
}

async function askRelease(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  { id, state, releaseToOwner }: Payout,
  why: string,
): Promise<OperateOutcome> {
  await tx.query(sql`
    UPDATE payouts SET hold = 'operator', note = ${why}, release_to_owner = ${releaseToOwner},
           release_asked_at = coalesce(release_asked_at, ${new Date(clock.now())})
     WHERE id = ${id} AND state = ${state}`);
  return { kind: 'awaits-chain' };
}

/**
 * Has the stored bytes sent again within seconds, by the next process that advances payouts, on a suspended network once that is
 * lifted. They are the same bytes, so nothing is paid twice. For an unsigned payout the wallet is asked again at once.
 */
export async function retryPayout(ctx: Context, id: bigint, why: string): Promise<OperateOutcome> {
  return operate(ctx, id, { action: 'retry', why }, async (tx, { state, signed }) => {
    if (state === 'reserved')
      return changedOne(
        tx.query(
          sql`UPDATE payouts SET next_sign_at = NULL WHERE id = ${id} AND next_sign_at IS NOT NULL RETURNING id`,
        ),
      );
    if (!['broadcasting', 'manual_review', 'seen'].includes(state)) return false;
    return changedOne(
      tx.query(
        sql`UPDATE payout_transactions SET last_sent_at = NULL, sends = least(sends, ${sendsMax - 1})
             WHERE txid = ${signed?.txid} RETURNING txid`,
      ),
    );
  });
}

async function operate(
  ctx: Context,
  id: bigint,
  { action, why }: { readonly action: 'hold' | 'approve' | 'release' | 'retry'; readonly why: string },
  run: (tx: Transaction, payout: Payout) => Promise<boolean | OperateOutcome>,
): Promise<OperateOutcome> {
  return ctx.db.transaction(async (tx) => {
    const known = await findPayout(tx, id);
    if (known === undefined) return { kind: 'no-payout' };
    await lockMinerOf(tx, known);
    await tx.query(sql`SELECT 1 FROM payouts WHERE id = ${id} FOR UPDATE`);
    const payout = (await findPayout(tx, id)) ?? known;
    const ran = await run(tx, payout);
    if (ran === false) return { kind: 'not-possible', state: payout.state };
    const outcome: OperateOutcome = ran === true ? { kind: 'done' } : ran;
    if (outcome.kind === 'done' || outcome.kind === 'awaits-chain')
      await logAction(tx, ctx, { action, payout: id, why });
    return outcome;
  });
}

async function changedOne(update: Promise<unknown[]>): Promise<boolean> {
  return (await update).length === 1;
}
