import sql from 'sql-template-tag';
import { askNodes, isKnownToTwo } from './known-to-nodes.ts';
import { type Payout, selectPayouts } from './payout.ts';
import { judgeAttempts, nameAttempt } from './payout-attempts.ts';
import type { PayoutContext } from './payout-context.ts';
import { suspendPayouts } from './suspensions.ts';
import { watchEveryMs, watchMs } from './watch-settled.ts';

const watchedAtOnce = 100;

/**
 * Looks again at signed payouts that were released within the last week. Where two nodes know the transaction of one, its owner was paid
 * by it after the money was given back: its network is suspended, and comparisons name it until it is adopted.
 */
export async function watchReleased(
  ctx: Pick<PayoutContext, 'db' | 'clock' | 'rails'>,
  onError: (payout: bigint, error: unknown) => void,
): Promise<void> {
  const now = ctx.clock.now();
  const due = await selectPayouts(
    ctx.db,
    sql`WHERE state = 'released' AND txid IS NOT NULL AND ended_at >= ${new Date(now - watchMs)}
          AND (watched_at IS NULL OR watched_at < ${new Date(now - watchEveryMs)})
          AND NOT EXISTS (SELECT 1 FROM payouts AS adopted
                           WHERE (adopted.txid, adopted.coin, adopted.address, adopted.memo)
                                 = (payouts.txid, payouts.coin, payouts.address, payouts.memo) AND adopted.state <> 'released')
        ORDER BY watched_at NULLS FIRST LIMIT ${watchedAtOnce}`,
  );
  for (const payout of due) {
    try {
      await watch(ctx, payout);
    } catch (error) {
      onError(payout.id, error);
    }
  }
}

async function watch(ctx: Pick<PayoutContext, 'db' | 'clock' | 'rails'>, payout: Payout): Promise<void> {
  const { id, network, coin, signed } = payout;
  if (signed === null) return;
  const { txid, proof } = signed;
  const judged = await askNodes(ctx.rails, { network, coin, txid, proof });
  const attempts = [{ txid, judged }, ...(await judgeAttempts(ctx, payout))];
  const known = attempts.find((each) => isKnownToTwo(each.judged));
  const isKnown = known !== undefined;
  const now = ctx.clock.now();
  // Nothing follows where no node answers: what was found before stands.
  const verdict = isKnown ? 'final' : judged.evidence.kind === 'silent' ? payout.verdict : null;
  const since = verdict === payout.verdict ? payout.verdictAt : verdict === null ? null : new Date(now);
  await ctx.db.query(sql`
    UPDATE payouts SET watched_at = ${new Date(now)}, verdict = ${verdict}, verdict_at = ${since}
     WHERE id = ${id} AND state = 'released'`);
  if (!isKnown) return;
  // Comparisons name the one that is known, and it is adopted.
  if (known.txid !== txid) await nameAttempt(ctx, payout, known.txid);
  const detail = `payout ${id} was released, and two nodes know its transaction ${known.txid} all the same: compare with the wallets (payouts compare)`;
  await suspendPayouts(ctx.db, { network, reason: 'unknown-transaction', detail }, now);
}
