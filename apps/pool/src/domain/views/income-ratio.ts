import type { BlockWorth } from './block-worth.ts';
import { type PaymentScheme, paysByLuck } from '../kernel/upstream-terms.ts';

/** Payments for the work of one span, together. Amount and blocks in units of 10^-18: coins, and the blocks that its work finds on average. */
export interface PaidSpan {
  readonly amount: bigint;
  readonly blocks: bigint;
  /** When the work was done, ms. */
  readonly from: number;
  readonly until: number;
  /** How long it took, minutes without work apart; undefined of payments of earlier releases. */
  readonly workedMs: number | undefined;
  /** Whether nothing was paid before it. */
  readonly isFirst: boolean;
}

/** How another pool pays, as its operator says. */
interface PayingTerms {
  readonly scheme?: PaymentScheme | undefined;
  readonly feePpm: number;
  /** Blocks that it finds in a day, with all its miners; undefined where the settings do not say it. */
  readonly blocksPerDay?: number | undefined;
}

/** What a pool has paid against what its work was worth, and what it has paid at least unless something is wrong. */
export interface IncomeRatio {
  /** 1 where it has paid all of what a block brings without fees, less what it keeps. */
  readonly ratio: number;
  readonly least: number;
  /** Of how many days of work. */
  readonly days: number;
}

const unitsOfCoin = 10n ** 18n;
const dayMs = 86_400_000;
/** A pool that pays each share is judged by the work of this time at least, ms … */
const sharesPaidMs = 7 * dayMs;
/** … and one that pays by luck by that of this time at most, ms. */
const luckMs = 30 * dayMs;

/** What a pool that pays each share pays at least … */
const leastPaid = 0.97;
/** … and where no node says what of a reward is fees, which it may keep, or the settings say what a block brings. */
const leastPaidOfFees = 0.9;
/** Deviations of the number of its blocks. Three would name one of ten honest pools within a year, looked at each day; four one of three hundred. */
const luckDeviations = 4;
/** Deviations of the number of shares that were sent on, whose difficulties differ: as with the shortfall of shares. */
const shareDeviations = 8;

/**
 * Judges what a pool has paid by the way in which it pays. Undefined where nothing can be said: too little is paid yet, or few
 * shares were sent on.
 *
 * The first payment ever is left out: it lacks what the pool still owed when it paid, which each later one makes up for from the one before. Fees of
 * transactions are left out, because some schemes do not pay them and no record has those of the past. A scheme that is not said pays by luck.
 *
 * Of a pool that pays by luck the number of blocks is what differs: those of `blocksPerDay` while there was work here; where that is not known, those that our own work finds, which
 * are fewer than the pool's, so that it is named later and never sooner.
 *
 * @param spans of its payments, the newest last, none of them for work of the same slices as another
 * @param sharesPerBlock shares that were sent on for the work that finds a block on average
 */
export function incomeRatioOf(
  { scheme, feePpm, blocksPerDay }: PayingTerms,
  spans: readonly PaidSpan[],
  worth: Pick<BlockWorth, 'over' | 'areFeesKnown'>,
  sharesPerBlock: number | undefined,
): IncomeRatio | undefined {
  const byLuck = scheme === undefined || paysByLuck(scheme);
  const judged = byLuck ? withinLuck(spans) : coveringShares(spans);
  const [first] = judged;
  const last = judged.at(-1);
  if (first === undefined || last === undefined || sharesPerBlock === undefined) return undefined;
  const amount = judged.reduce((sum, span) => sum + span.amount, 0n);
  const blocks = Number(judged.reduce((sum, span) => sum + span.blocks, 0n)) / 1e18;
  const coins = judged.reduce((sum, { blocks, from, until }) => sum + blocks * worth.over(from, until), 0n);
  const expected = (Number(coins / unitsOfCoin) / 1e18) * (1 - feePpm / 1e6);
  const shares = blocks * sharesPerBlock;
  if (!(expected > 0 && shares > 0)) return undefined;
  const days = (last.until - first.from) / dayMs;
  const theirs = scheme === 'solo' ? blocks : Math.max(blocks, (blocksPerDay ?? 0) * workedDays(judged));
  const usual = worth.areFeesKnown ? leastPaid : leastPaidOfFees;
  const least = byLuck ? 1 - luckDeviations / Math.sqrt(theirs) : usual;
  return {
    ratio: Number(amount) / 1e18 / expected,
    least: Math.max(0, least - shareDeviations / Math.sqrt(shares)),
    days,
  };
}

/** 0 where it is not known of each. */
function workedDays(spans: readonly PaidSpan[]): number {
  const isKnown = spans.every(({ workedMs }) => workedMs !== undefined);
  return isKnown ? spans.reduce((sum, { workedMs = 0 }) => sum + workedMs, 0) / dayMs : 0;
}

/** The fewest of the newest payments that cover so much time; none where they do not yet. */
function coveringShares(spans: readonly PaidSpan[]): readonly PaidSpan[] {
  const later = spans.filter(({ isFirst }) => !isFirst);
  const until = later.at(-1)?.until ?? 0;
  const begin = later.findLastIndex(({ from }) => until - from >= sharesPaidMs);
  return begin < 0 ? [] : later.slice(begin);
}

/** All whose work is no older than that. */
function withinLuck(spans: readonly PaidSpan[]): readonly PaidSpan[] {
  const until = spans.at(-1)?.until ?? 0;
  return spans.filter(({ from, isFirst }) => !isFirst && until - from <= luckMs);
}
