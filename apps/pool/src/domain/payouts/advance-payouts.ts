import sql from 'sql-template-tag';
import { Unanswered } from '../../runtime/call-limit.ts';
import type { Queryable } from '../../runtime/database/database.ts';
import { createLanes, type Lanes } from '../../runtime/lanes.ts';
import { EarlierFirst } from '../kernel/earlier-first.ts';
import { requireRail } from '../kernel/rails.ts';
import { isRestricted } from '../miners/restricted-addresses.ts';
import { confirmPayout, type AnswersInTurn } from './confirm-payout.ts';
import { deferSigning, failureOf, isDeferred } from './defer-signing.ts';
import { isKeptForOldest } from './kept-for-oldest.ts';
import { findPayout, listUnfinishedPayouts, type Payout, selectPayouts } from './payout.ts';
import { endAttempts, networksOfAttempts } from './payout-attempts.ts';
import type { PayoutContext } from './payout-context.ts';
import { preparePayouts, storeBytesToEnd } from './prepare-payout.ts';
import { releaseInvalidated } from './release-payout.ts';
import { reservingOn } from './reserve-coins.ts';
import { suspensionBeforeLeaving, unreachableWallets } from './suspensions.ts';
import { keepFunds } from './wallet-funds.ts';

/**
 * Takes every open payout as far as it goes now. Safe to run twice, in two processes, and to be cut off anywhere: each step is one
 * transaction that only one of them can win. A payout that fails is reported and does not delay the others. Each network has a lane of its
 * own: one whose node is slow, or does not answer, delays no other.
 */
export async function advancePayouts(
  ctx: PayoutContext,
  onError: (payout: bigint, error: unknown) => void,
  lanes: Lanes = createLanes(),
): Promise<void> {
  await ctx.rollback.readClock(ctx.db, ctx.clock.now());
  // Also with nothing to do: a rollback is found within seconds and not only at the next payout.
  await ctx.rollback.check(ctx.db, ctx.clock.now());
  const unreachable = await unreachableWallets(ctx.db);
  const open = await listUnfinishedPayouts(ctx.db);
  const loose = await networksOfAttempts(ctx.db);
  await lanes.run([...unreachable, ...loose, ...open.map(({ network }) => network)], async (network) => {
    if (unreachable.includes(network)) await ctx.outgoing.compareNetwork(ctx, network);
    await endAttempts(ctx, network, onError);
    const own = open.filter((each) => each.network === network);
    const places = new Map(own.map(({ id }, place) => [id, place]));
    const turn: Turn = {
      pausedWallets: new Set(),
      answers: new Map(),
      moved: new Set(),
      shortages: 0,
      inARow: 0,
      reserving: undefined,
      *laterThan({ id }) {
        for (let at = (places.get(id) ?? own.length) + 1; at < own.length; at += 1) {
          const each = own[at];
          if (each !== undefined && !turn.moved.has(each.id)) yield each;
        }
      },
    };
    for (const payout of own) {
      try {
        await advance(ctx, payout, turn);
      } catch (error) {
        onError(payout.id, error);
      }
    }
  });
}

/** What one turn over the payouts of a network has found out so far. */
interface Turn {
  /** Coins on a network that are not signed any more in this turn. */
  readonly pausedWallets: Set<string>;
  readonly answers: AnswersInTurn;
  /** Payouts that were moved with another one. */
  readonly moved: Set<bigint>;
  /** Those after this one, without those that were moved. Gone through for each, a day's payouts would take the square of their number. */
  readonly laterThan: (payout: Payout) => Generator<Payout>;
  /** How often a wallet had too little even for one. */
  shortages: number;
  /** How many could not be signed in a row, because an earlier one of the network has to leave first. */
  inARow: number;
  /** Those for which something is reserved, as they were found when it was asked; undefined where it was not. */
  reserving: ReadonlySet<bigint> | undefined;
}

async function advance(ctx: PayoutContext, first: Payout, turn: Turn): Promise<void> {
  const isShared = turn.moved.has(first.id) || (first.signed !== null && first.signed.payees > 1);
  let payout = isShared ? await findPayout(ctx.db, first.id) : first;
  while (payout !== undefined && (await takeStep(ctx, payout, turn)))
    payout = await findPayout(ctx.db, payout.id);
}

/** One step; answers whether there may be another at once. */
async function takeStep(ctx: PayoutContext, payout: Payout, turn: Turn): Promise<boolean> {
  switch (payout.state) {
    case 'reserved': {
      if (payout.releaseAskedAt !== null) return storeBytesToEnd(ctx, payout);
      if (payout.hold !== null) return false;
      // Before the suspensions are read: it may suspend.
      if ((await ctx.outgoing.compare(ctx, payout)) !== undefined) return false;
      if ((ctx.payoutBlockReason() ?? (await suspensionBeforeLeaving(ctx.db, payout))) !== undefined)
        return false;
      if (await isRestricted(ctx.db, payout)) return false;
      return sign(ctx, payout, turn);
    }
    case 'prepared':
    case 'broadcasting':
    case 'manual_review':
    case 'seen':
      return confirmPayout(ctx, payout, turn.answers);
    case 'invalidated':
      return releaseInvalidated(ctx, payout);
    case 'settled':
    case 'released':
      return false;
  }
}

/**
 * Asks the wallet to sign, unless it refused a moment ago: one transaction for this payout and as many later ones as go with it. If it
 * cannot pay or build all of them, half as many are tried, down to the oldest alone: one that always fails fails by itself. If the wallet
 * holds too little for the oldest payout of a coin on a network, later ones wait behind it (`isKeptForOldest`): otherwise small ones would take
 * all that comes in, and the wallet would be asked for each of them.
 */
async function sign(ctx: PayoutContext, payout: Payout, turn: Turn): Promise<boolean> {
  const wallet = `${payout.network} ${payout.coin}`;
  if (turn.pausedWallets.has(wallet)) return false;
  if (turn.inARow >= inARowMax && !(await mayComeFirst(ctx, payout, turn))) return false;
  if (isDeferred(payout, ctx.clock.now())) {
    if (payout.signFailure === 'wallet-short' && isKeptForOldest(ctx.clock.now()))
      turn.pausedWallets.add(wallet);
    return false;
  }
  let together: readonly Payout[] = [payout, ...(await companionsOf(ctx, payout, turn))];
  for (;;) {
    if (together.length === 0) return false;
    try {
      const outcome = await preparePayouts(ctx, together);
      turn.inARow = 0;
      turn.reserving = undefined;
      if (outcome.kind === 'fee-over-cap' && together.length > 1) {
        together = await readFree(ctx, half(together));
        continue;
      }
      for (const { id } of together) turn.moved.add(id);
      // What was read of them is of before: the others are read again before they are built.
      const isStale = outcome.kind === 'held' || outcome.kind === 'superseded';
      if (isStale && together.length > 1) turn.pausedWallets.add(wallet);
      if (outcome.kind === 'fee-over-cap') await deferSigning(ctx, together, 'fee-over-cap');
      if (outcome.kind === 'claimed') await deferSigning(ctx, together, 'failed', new Error(outcome.why));
      return outcome.kind === 'prepared';
    } catch (error) {
      const failure = failureOf(error);
      turn.inARow = error instanceof EarlierFirst ? turn.inARow + 1 : 0;
      if (together.length > 1 && !(error instanceof Unanswered)) {
        together = await readFree(ctx, half(together));
        continue;
      }
      // Where no answer came, all of them may have been signed together: none is built with others over those coins meanwhile.
      const asked = error instanceof Unanswered ? together : together.slice(0, 1);
      await deferSigning(ctx, asked, failure, error);
      for (const { id } of asked) turn.moved.add(id);
      if (failure !== 'wallet-short') throw error;
      turn.shortages += 1;
      if (isKeptForOldest(ctx.clock.now()) || turn.shortages >= shortagesMax) turn.pausedWallets.add(wallet);
      await keepFunds(ctx, payout);
      return false;
    }
  }
}

/** These as they are now, without those that were set aside, held or moved meanwhile. */
async function readFree(ctx: PayoutContext, payouts: readonly Payout[]): Promise<readonly Payout[]> {
  const ids = payouts.map(({ id }) => id);
  const found = await selectPayouts(
    ctx.db,
    sql`WHERE payouts.id = ANY(${ids}::bigint[]) AND state = 'reserved' AND hold IS NULL ORDER BY payouts.id`,
  );
  return found.filter((each) => !isDeferred(each, ctx.clock.now()));
}

function half(together: readonly Payout[]): readonly Payout[] {
  return together.slice(0, Math.ceil(together.length / 2));
}

/** Whether a payout may be the one for which the others wait: it has what comes next already. */
async function mayComeFirst({ db }: PayoutContext, { id, network }: Payout, turn: Turn): Promise<boolean> {
  turn.reserving ??= await reservingOn(db, network);
  return turn.reserving.has(id);
}

/** Not by the first: a node may be a moment behind another one. Each of thousands that wait would ask all nodes for the same. */
const inARowMax = 3;

/** The most shortages of a turn after which an empty wallet is left alone until the next. */
const shortagesMax = 3;

/**
 * The later payouts that one transaction can pay with this one: of its coin, each to another address, and free to leave now. One whose
 * last transaction could never be confirmed goes alone, because it may be why.
 */
async function companionsOf(
  ctx: PayoutContext,
  payout: Payout,
  { laterThan }: Pick<Turn, 'laterThan'>,
): Promise<readonly Payout[]> {
  const { coin, network, address } = payout;
  const payeesMax = requireRail(ctx.rails, network).terms(coin, network).payeesMax ?? 1;
  if (payeesMax === 1 || (await readUnlucky(ctx.db, [payout])).has(payout.id)) return [];
  const addresses = new Set([address]);
  const companions: Payout[] = [];
  const later = laterThan(payout);
  const isFree = (each: Payout): boolean =>
    each.state === 'reserved' &&
    each.coin === coin &&
    each.hold === null &&
    each.releaseAskedAt === null &&
    !isDeferred(each, ctx.clock.now());
  // As many at once as may go along: on a day of thousands no others are looked at.
  for (let some = take(later, payeesMax, isFree); some.length > 0; some = take(later, payeesMax, isFree)) {
    const alone = await readUnlucky(ctx.db, some);
    for (const each of some) {
      if (addresses.size >= payeesMax) return companions;
      if (addresses.has(each.address) || alone.has(each.id) || (await isRestricted(ctx.db, each))) continue;
      addresses.add(each.address);
      companions.push(each);
    }
  }
  return companions;
}

function take(
  payouts: Generator<Payout>,
  most: number,
  isWanted: (payout: Payout) => boolean,
): readonly Payout[] {
  const taken: Payout[] = [];
  while (taken.length < most) {
    const next = payouts.next();
    if (next.done === true) break;
    if (isWanted(next.value)) taken.push(next.value);
  }
  return taken;
}

/** Those of these payouts whose miner's payout before was given back because its transaction could never be confirmed. */
async function readUnlucky(db: Queryable, payouts: readonly Payout[]): Promise<ReadonlySet<bigint>> {
  const rows = await db.query<{ id: bigint }>(sql`
    SELECT payouts.id FROM payouts CROSS JOIN LATERAL (
      SELECT reason FROM payouts AS before
       WHERE before.miner_id = payouts.miner_id AND before.id < payouts.id ORDER BY before.id DESC LIMIT 1) AS last
     WHERE payouts.id = ANY(${payouts.map(({ id }) => id)}::bigint[]) AND last.reason = 'TRANSACTION_DEAD'`);
  return new Set(rows.map(({ id }) => id));
}
