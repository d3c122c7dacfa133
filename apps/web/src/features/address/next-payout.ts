import type { AccountStats } from '@openlode/contracts/http/account-stats';
import type { AddressData } from '@openlode/contracts/http/address';

const dayMs = 86_400_000;
/** The daily run: 13:00 UTC. */
const runAtMs = 13 * 3_600_000;

/** When the next automatic payout comes, or why none will. Times in ms. */
export type NextPayout =
  | { readonly kind: 'stopped'; readonly why: 'restricted' | 'missing-memo' | 'maintenance' | 'auto-off' }
  /** The minimum is reached. */
  | { readonly kind: 'due'; readonly runAt: number }
  /** The minimum is reached, but nothing was credited on the UTC day before the next run. */
  | { readonly kind: 'no-reward'; readonly runAt: number }
  /** Below the minimum, which is reached at the rate of the past day. */
  | { readonly kind: 'below'; readonly reachedAt: number; readonly runAt: number }
  /** Below the minimum, and nothing was credited in the past day. */
  | { readonly kind: 'below-idle' };

type Judged = Pick<
  AddressData,
  'auto' | 'enabled' | 'enabled_auto_only' | 'balance_payable' | 'payment_threshold' | 'err_flags'
>;

/** The newest rewards that are known. */
export interface KnownRewards {
  /** When each was credited, the newest first. */
  readonly times: readonly number[];
  /** There are older ones. */
  readonly hasMore: boolean;
}

/**
 * A run pays an account that has the minimum and was credited a reward on the UTC day before it. The time until the
 * minimum is reached is estimated from the rewards of the past 24 hours; amounts are compared as whole units.
 */
export function nextPayout(
  data: Judged,
  past24h: AccountStats['rewarded']['past_24h'],
  rewards: KnownRewards,
  now: number,
): NextPayout {
  const { err_flags: flags } = data;
  if (flags.missing_memo) return { kind: 'stopped', why: 'missing-memo' };
  if (flags.restricted) return { kind: 'stopped', why: 'restricted' };
  if (!data.auto) return { kind: 'stopped', why: 'auto-off' };
  if (!data.enabled && !data.enabled_auto_only) return { kind: 'stopped', why: 'maintenance' };

  const missing = units(data.payment_threshold) - units(data.balance_payable);
  if (missing <= 0n) {
    const runAt = runAfter(now);
    return lacksReward(rewards, runAt, now) ? { kind: 'no-reward', runAt } : { kind: 'due', runAt };
  }
  const perDay = units(past24h);
  if (perDay <= 0n) return { kind: 'below-idle' };
  const reachedAt = now + Number((missing * BigInt(dayMs)) / perDay);
  // Beyond some thousand years a date means nothing any more.
  if (reachedAt > now + 100_000 * dayMs) return { kind: 'below-idle' };
  return { kind: 'below', reachedAt, runAt: runAfter(reachedAt) };
}

/** The first run after a moment. */
export function runAfter(at: number): number {
  const run = at - (at % dayMs) + runAtMs;
  return run > at ? run : run + dayMs;
}

/** Whether the day before a run surely has no reward: it is over, and what is known reaches back to its start. */
function lacksReward({ times, hasMore }: KnownRewards, runAt: number, now: number): boolean {
  const end = runAt - (runAt % dayMs);
  const start = end - dayMs;
  if (now < end) return false;
  const oldest = times.at(-1);
  const reachesBack = !hasMore || (oldest !== undefined && oldest < start);
  return reachesBack && !times.some((at) => at >= start && at < end);
}

const decimals = 18;

function units(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}
