import { formatAmount } from '@openlode/money/amount';
import type { UpstreamState } from '../kernel/upstream-state.ts';
import { type PaymentScheme, paysByLuck } from '../kernel/upstream-terms.ts';
import type { RelayedFates } from './count-relayed-blocks.ts';
import type { IncomeRatio } from './income-ratio.ts';
import { percentOf } from './percent-of.ts';
import { coinsPerBlock, paidWorkOf, type UnpaidWork } from './read-unpaid-work.ts';

/** How another pool that gives work stands, as JSON can carry it; times are milliseconds since 1970. */
export interface UpstreamStanding {
  readonly upstream: string;
  readonly algorithm: string;
  /** Null where no process of this database gives its work, or none has said so within the last minute. */
  readonly hasWork: boolean | null;
  readonly connections: number;
  /** Shares that were sent on since the processes began that give its work. */
  readonly forwarded: number;
  /** How much of their work it has accepted, `98.75`; null before there was any. */
  readonly acceptedPercent: string | null;
  /** How much was sent on for the work that was judged here, `101.25`: chance brings it near 100. Null where nothing is judged here. */
  readonly forwardedPercent: string | null;
  /** Blocks among the shares that were judged here since those processes began, and how many their work finds on average, `12.34`. */
  readonly blocksFound: number;
  readonly blocksExpected: string;
  /** Blocks of its network that were found here within 35 days, by what our own nodes say became of them. */
  readonly fates: RelayedFates;
  /** Why our nodes are not asked for its blocks, in words; null where they are. */
  readonly notJudged: string | null;
  /** What a block takes by its jobs, of what it takes by our own nodes, `101.25`; null where one of them does not say it. */
  readonly networkPercent: string | null;
  /** Shares that were not sent on, because it leaves too many unanswered. */
  readonly unsent: number;
  readonly lastIncomeAt: number | null;
  readonly unpaidSince: number | null;
  readonly usualIntervalMs: number | null;
  /** When a payment should have come by how often it pays; null where none is due, or that is not known. */
  readonly dueSince: number | null;
  /** Coins for the work that finds a block on average: of its newest payment, and of those before it. */
  readonly newestPerBlock: string | null;
  readonly earlierPerBlock: string | null;
  /** Of all these payments together. */
  readonly paidPerBlock: string | null;
  /**
   * What it has paid against what the work was worth without fees of transactions, less what it keeps, in percent, `98.76`, and what that is at least
   * unless something is wrong, by the way in which it pays; null where nothing can be said. `incomeDays`: of work.
   */
  readonly incomePercent: string | null;
  readonly incomeLeast: string | null;
  readonly incomeDays: number | null;
  /** Why that cannot be judged, in words; null where what a block brings is known. */
  readonly incomeNotJudged: string | null;
  /** Whether it pays nothing before a block is found; null where the settings do not say how it pays. */
  readonly byLuck: boolean | null;
  /** What a block of its coin brings now by the word of our own nodes or of the settings, less what that pool keeps; null where neither says it. */
  readonly expectedPerBlock: string | null;
}

/** Expected hashes for a block: by a pool's newest job, and by our own nodes. */
export interface NetworkSaid {
  readonly byJobs: bigint;
  readonly byNodes: bigint;
}

/** Of its network, its blocks in the chain, and its payments. */
interface MoreKnown {
  readonly network: NetworkSaid | undefined;
  readonly income: IncomeRatio | undefined;
  readonly incomeNotJudged: string | undefined;
  readonly scheme: PaymentScheme | undefined;
  readonly fates: RelayedFates;
  readonly notJudged: string | undefined;
}

/**
 * @param live how it stands in all processes that give its work; undefined where none does
 * @param now ms since 1970
 * @param expected coins for the work that finds a block on average, in units of 10^-18; undefined where that is not known
 */
export function standingOf(
  { upstream, algorithm, lastIncomeAt, unpaidSince, usualIntervalMs, newest, earlier }: UnpaidWork,
  live: UpstreamState | undefined,
  expected: bigint | undefined,
  { network, fates, notJudged, income, incomeNotJudged, scheme }: MoreKnown,
  now: number,
): UpstreamStanding {
  const { forwarded, accepted, unsent, judged } = live?.counts ?? {};
  const sent = forwarded?.work ?? 0n;
  return {
    upstream,
    algorithm,
    hasWork: live?.hasWork ?? null,
    connections: live?.connections ?? 0,
    forwarded: forwarded?.shares ?? 0,
    acceptedPercent: percentOf(accepted?.work ?? 0n, sent),
    forwardedPercent: percentOf(sent, judged?.work),
    blocksFound: live?.blocks.found ?? 0,
    blocksExpected: (live?.blocks.expected ?? 0).toFixed(2),
    fates,
    notJudged: notJudged ?? null,
    networkPercent: network === undefined ? null : percentOf(network.byJobs, network.byNodes),
    unsent: unsent?.shares ?? 0,
    lastIncomeAt: lastIncomeAt ?? null,
    unpaidSince: unpaidSince ?? null,
    usualIntervalMs: usualIntervalMs ?? null,
    dueSince: dueSinceOf({ lastIncomeAt, unpaidSince, usualIntervalMs }, now) ?? null,
    newestPerBlock: coinsPerBlock(newest),
    earlierPerBlock: coinsPerBlock(earlier),
    paidPerBlock: coinsPerBlock(paidWorkOf(newest, earlier)),
    incomePercent: income === undefined ? null : (100 * income.ratio).toFixed(2),
    incomeLeast: income === undefined ? null : (100 * income.least).toFixed(2),
    incomeDays: income === undefined ? null : Math.round(income.days),
    incomeNotJudged: incomeNotJudged ?? null,
    byLuck: scheme === undefined ? null : paysByLuck(scheme),
    expectedPerBlock: expected === undefined ? null : formatAmount(expected),
  };
}

/** A usual interval after its last payment, once that is past and work waits. */
function dueSinceOf(
  {
    lastIncomeAt,
    unpaidSince,
    usualIntervalMs,
  }: Pick<UnpaidWork, 'lastIncomeAt' | 'unpaidSince' | 'usualIntervalMs'>,
  now: number,
): number | undefined {
  if (lastIncomeAt === undefined || unpaidSince === undefined || usualIntervalMs === undefined)
    return undefined;
  const due = lastIncomeAt + usualIntervalMs;
  return due > now ? undefined : due;
}

/**
 * What a pool that pays the whole value of work would pay for as much as finds a block on average, in units of 10^-18.
 *
 * @param reward of a block of its coin, in the same
 * @param feePpm what it keeps, in millionths
 */
export function expectedPerBlock(reward: bigint, feePpm: number): bigint {
  return (reward * BigInt(1_000_000 - feePpm)) / 1_000_000n;
}
