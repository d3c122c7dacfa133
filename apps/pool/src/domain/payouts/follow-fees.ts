import { findCoin } from '@openlode/catalogue/coins';
import { parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import type { FeeFollower } from '../kernel/fee-follower.ts';
import type { RailChoice } from '../kernel/rails.ts';
import { dayMs, utcMidnight } from '../kernel/utc-day.ts';
import { type MinimumPair, minimumAt, minimumRows } from '../miners/payout-minimums.ts';
import { type FeeSpell, judgeMinimum } from '../policy/payout-minimum.ts';
import type { PayoutContext } from './payout-context.ts';

type FollowContext = Pick<PayoutContext, 'db' | 'clock' | 'rails'>;

/**
 * Looks at what payments cost, and announces another least payment where it has asked for one long enough. Safe to run in two processes.
 */
export async function followFees(
  ctx: FollowContext,
  followers: readonly FeeFollower[],
  onError: (pair: MinimumPair, error: unknown) => void,
): Promise<void> {
  for (const follower of followers)
    try {
      await follow(ctx, follower);
    } catch (error) {
      onError(follower, error);
    }
}

async function follow(ctx: FollowContext, follower: FeeFollower): Promise<void> {
  const { coin, network, sharePercent } = follower;
  const usual = usualOf(follower);
  const quote = await railOf(ctx.rails.railOf(network))?.quote?.(coin, network);
  // What another coin costs is no share of this one.
  if (usual === undefined || quote === undefined || quote.feeAsset !== coin) return;
  // One node alone moves nothing, and no payment costs more than its cap.
  if (quote.agreed === undefined) return;
  const cost = quote.agreed < quote.cap ? quote.agreed : quote.cap;
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockPair(tx, follower);
    const { current: stored = usual, next } = minimumAt(await minimumRows(tx, follower), now);
    // A release may have raised the usual one.
    const current = stored > usual ? stored : usual;
    // One change at a time: what was announced comes.
    if (next !== undefined) return forget(tx, follower);
    const spell = await readSpell(tx, follower);
    const verdict = judgeMinimum({ usual, current, cost, sharePercent, spell, now });
    if (verdict.kind === 'asked') return remember(tx, follower, verdict.spell);
    await forget(tx, follower);
    if (verdict.kind === 'stays') return;
    const { amount } = verdict;
    const effectiveAt = amount > current ? utcMidnight(now + dayMs) + dayMs : utcMidnight(now) + dayMs;
    await announce(tx, follower, {
      amount,
      previous: current,
      cost: verdict.cost,
      announcedAt: now,
      effectiveAt,
    });
  });
}

/**
 * Puts the usual minimum in the place of each that followed fees before, and of what was announced: at each start, before anything is
 * served, and within a minute where another process has followed them meanwhile.
 */
export async function endFollowing(
  ctx: Pick<FollowContext, 'db' | 'clock'>,
  followers: readonly FeeFollower[],
  onError: (pair: MinimumPair, error: unknown) => void,
): Promise<void> {
  const known = await ctx.db.query<MinimumPair>(sql`SELECT DISTINCT coin, network FROM payout_minimums`);
  const followed = new Set(followers.map(({ coin, network }) => `${coin}:${network}`));
  for (const pair of known.filter(({ coin, network }) => !followed.has(`${coin}:${network}`)))
    try {
      await endOne(ctx, pair);
    } catch (error) {
      onError(pair, error);
    }
}

async function endOne({ db, clock }: Pick<FollowContext, 'db' | 'clock'>, pair: MinimumPair): Promise<void> {
  const usual = usualOf(pair);
  if (usual === undefined) return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    await lockPair(tx, pair);
    const { current = usual, next } = minimumAt(await minimumRows(tx, pair), now);
    const back = { amount: usual, cost: 0n, announcedAt: now };
    // What is below the usual one, since a release has raised that, does not count anyway.
    if (current > usual) await announce(tx, pair, { ...back, previous: current, effectiveAt: now });
    if (next !== undefined && next.amount > usual)
      await announce(tx, pair, { ...back, previous: next.amount, effectiveAt: next.from });
    await forget(tx, pair);
  });
}

function railOf(choice: RailChoice) {
  return choice.kind === 'rail' ? choice.rail : undefined;
}

function usualOf({ coin, network }: MinimumPair): bigint | undefined {
  const chain = findCoin(coin)?.chains.find((each) => each.network === network);
  return chain && parseAmount(chain.paymentThreshold);
}

/** Another process may look at the same moment. */
async function lockPair(tx: Transaction, { coin, network }: MinimumPair): Promise<void> {
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`payout minimum ${coin}:${network}`}, 0))`,
  );
}

async function readSpell(tx: Transaction, { coin, network }: MinimumPair): Promise<FeeSpell | undefined> {
  const [row] = await tx.query<{
    direction: FeeSpell['direction'];
    since: Date;
    looked_at: Date;
    cost: bigint;
  }>(sql`
    SELECT direction, since, looked_at, cost FROM payout_fee_spells WHERE coin = ${coin} AND network = ${network}`);
  if (row === undefined) return undefined;
  const { direction, since, looked_at: lookedAt, cost } = row;
  return { direction, since: since.getTime(), lookedAt: lookedAt.getTime(), cost };
}

async function remember(
  tx: Transaction,
  { coin, network }: MinimumPair,
  { direction, since, lookedAt, cost }: FeeSpell,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO payout_fee_spells (coin, network, direction, since, looked_at, cost)
    VALUES (${coin}, ${network}, ${direction}, ${new Date(since)}, ${new Date(lookedAt)}, ${cost})
    ON CONFLICT (coin, network) DO UPDATE
      SET (direction, since, looked_at, cost) = (excluded.direction, excluded.since, excluded.looked_at, excluded.cost)`);
}

async function forget(tx: Transaction, { coin, network }: MinimumPair): Promise<void> {
  await tx.query(sql`DELETE FROM payout_fee_spells WHERE coin = ${coin} AND network = ${network}`);
}

interface Announcement {
  readonly amount: bigint;
  readonly previous: bigint;
  readonly cost: bigint;
  readonly announcedAt: number;
  readonly effectiveAt: number;
}

async function announce(
  tx: Transaction,
  { coin, network }: MinimumPair,
  { amount, previous, cost, announcedAt, effectiveAt }: Announcement,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO payout_minimums (coin, network, amount, previous, cost, announced_at, effective_at)
    VALUES (${coin}, ${network}, ${amount}, ${previous}, ${cost}, ${new Date(announcedAt)}, ${new Date(effectiveAt)})`);
}
