import {
  isFinal,
  type Judgement,
  judgeTransaction,
  witnessesNeeded,
} from '@openlode/ledger/judge-transaction';
import sql from 'sql-template-tag';
import { requireRail } from '../kernel/rails.ts';
import { sendAgain } from './broadcast-payout.ts';
import { type Payout, selectPayouts } from './payout.ts';
import { judgeAttempts, takeAttempt } from './payout-attempts.ts';
import type { PayoutContext } from './payout-context.ts';
import { recordChainId } from './payout-transaction.ts';
import { suspendPayouts } from './suspensions.ts';

/** How long settled payouts are watched on their chain, each about every ten minutes, and how many each run checks. */
export const watchMs = 7 * 86_400_000;
export const watchEveryMs = 600_000;
const watchedAtOnce = 100;

/**
 * Looks again at what settled within the last week. If two nodes say twice that a transaction is no longer on the chain, its network is
 * suspended and the payout names what it waits for. Once the suspension is lifted, the stored bytes are sent again; when they are final,
 * the case is closed. If they are invalidated for good, the operator gives the money back (`payouts release`).
 */
export async function watchSettled(
  ctx: PayoutContext,
  onError: (payout: bigint, error: unknown) => void,
): Promise<void> {
  const now = ctx.clock.now();
  const due = await selectPayouts(
    ctx.db,
    sql`WHERE state = 'settled' AND (gone_at IS NOT NULL OR (ended_at >= ${new Date(now - watchMs)}
          AND (verdict = 'gone' OR watched_at IS NULL OR watched_at < ${new Date(now - watchEveryMs)})))
        ORDER BY gone_at IS NULL, verdict = 'gone' DESC, watched_at NULLS FIRST LIMIT ${watchedAtOnce}`,
  );
  for (const payout of due) {
    try {
      await watch(ctx, payout);
    } catch (error) {
      onError(payout.id, error);
    }
  }
}

async function watch(ctx: PayoutContext, payout: Payout): Promise<void> {
  const { signed, network, confirmationsNeeded } = payout;
  if (signed === null) return;
  const judged = judgeTransaction(
    await requireRail(ctx.rails, network).lookUp(network, signed.txid, signed.proof),
    confirmationsNeeded,
  );
  const others = await judgeAttempts(ctx, payout);
  // Its chain has paid it by another attempt after all, as deep as a payment has to be, and the one that it had can never be confirmed.
  const isOut = findingOf(judged, confirmationsNeeded, true) === 'invalidated';
  const other = isOut ? others.find((each) => isFinal(each.judged, confirmationsNeeded)) : undefined;
  const stands = ctx.verdicts.hasStood(`attempt of ${payout.id}`, other?.txid, ctx.clock.now());
  if (other !== undefined && stands) return void (await takeAttempt(ctx, payout, other.txid));
  // Nothing is given back while another attempt could be confirmed, whatever was said of it before this one settled.
  const isOver = others.every((each) => each.judged.evidence.kind === 'invalidated');
  const seen = findingOf(judged, confirmationsNeeded, isOver);
  // An invalidated transaction is also gone from the chain. Until the case is open both count as `gone`; after that the difference
  // decides what can be done.
  const found = seen === 'invalidated' && payout.goneAt === null ? 'gone' : seen;
  const stood = ctx.verdicts.hasStood(payout.id, found ?? undefined, ctx.clock.now());
  await recordLook(ctx, payout, found, judged);
  if (payout.goneAt === null) {
    if (found === 'gone' && stood) await openReview(ctx, payout);
    return;
  }
  if (found === 'final' && stood) await closeReview(ctx, payout);
  if (found === 'gone') await sendAgain(ctx, payout);
}

type Finding = 'final' | 'gone' | 'invalidated' | null;

/** Null where nothing follows: one node alone, something unresolved, or too few blocks above it yet. */
function findingOf({ evidence, unresolved, witnesses }: Judgement, needed: number, isOver: boolean): Finding {
  if (unresolved !== undefined || witnesses < witnessesNeeded) return null;
  if (evidence.kind === 'confirmed') return evidence.confirmations >= needed ? 'final' : null;
  return evidence.kind === 'invalidated' && isOver ? 'invalidated' : 'gone';
}

async function recordLook(
  ctx: PayoutContext,
  payout: Payout,
  verdict: Finding,
  { unresolved, as }: Judgement,
): Promise<void> {
  const now = new Date(ctx.clock.now());
  const since = verdict === null ? null : verdict === payout.verdict ? payout.verdictAt : now;
  const awaited =
    unresolved ??
    (payout.goneAt === null
      ? null
      : verdict === 'invalidated'
        ? 'an operator: its chain has lost it for good, payouts release gives the money back'
        : 'its bytes to be on the chain again: they are sent once the network is not suspended');
  await recordChainId(ctx.db, payout.signed?.txid ?? '', as);
  await ctx.db.query(sql`
    UPDATE payouts SET watched_at = ${now}, verdict = ${verdict}, verdict_at = ${since}, awaited = ${awaited}
     WHERE id = ${payout.id} AND state = 'settled'`);
}

async function openReview(ctx: PayoutContext, payout: Payout): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const opened = await tx.query(sql`
      UPDATE payouts SET gone_at = ${new Date(now)}
       WHERE id = ${payout.id} AND state = 'settled' AND gone_at IS NULL RETURNING id`);
    if (opened.length === 0) return;
    const detail = `payout ${payout.id} had settled, and two nodes do not have ${payout.signed?.txid} any more`;
    await suspendPayouts(tx, { network: payout.network, reason: 'reorganised', detail }, now);
  });
}

async function closeReview(ctx: PayoutContext, { id }: Payout): Promise<void> {
  await ctx.db.query(sql`
    UPDATE payouts SET gone_at = NULL, awaited = NULL WHERE id = ${id} AND state = 'settled'`);
}
