import type { AccountStats } from '@openlode/contracts/http/account-stats';
import type { AddressData } from '@openlode/contracts/http/address';
import { payoutsEnded } from './payouts-ended.ts';
import { paysNothing } from './pays-nothing.ts';
import { wholeUnits } from '@openlode/money/decimal-text';

const dayMs = 86_400_000;
/** The daily run: 13:00 UTC. */
const runAtMs = 13 * 3_600_000;

/** When the next automatic payout comes, or why none will. Times in ms. */
export type NextPayout =
  | {
      readonly kind: 'stopped';
      readonly why:
        | 'restricted'
        | 'missing-memo'
        | 'ended'
        | 'not-paid-here'
        | 'pays-nothing'
        | 'maintenance'
        | 'auto-off';
    }
  /** The minimum is reached. */
  | { readonly kind: 'due'; readonly runAt: number }
  /** The minimum is reached, but nothing was credited on the UTC day before the next run. */
  | { readonly kind: 'no-reward'; readonly runAt: number }
  /** The minimum is reached, and nothing was credited yet on the UTC day before the next run, which is not over. */
  | { readonly kind: 'if-rewarded'; readonly runAt: number }
  /** Below the minimum, which is reached at the rate of the past day. */
  | { readonly kind: 'below'; readonly reachedAt: number; readonly runAt: number }
  /** Below the minimum, and no day can be named: nothing was credited in the past day, or next to nothing. */
  | { readonly kind: 'out-of-sight'; readonly idle: boolean };

type Judged = Pick<
  AddressData,
  | 'auto'
  | 'enabled'
  | 'enabled_auto_only'
  | 'balance_payable'
  | 'payment_threshold'
  | 'err_flags'
  | 'delisted_chain'
  | 'paid_here'
  | 'not_paid_why'
  | 'maintenance_message'
  | 'payable_until'
>;

/**
 * A run pays a miner that has the minimum and was credited a reward on the UTC day before it. The time until the
 * minimum is reached is estimated from the rewards of the past 24 hours; amounts are compared as whole units.
 */
export function nextPayout(data: Judged, payday: AccountStats['payday'], now: number): NextPayout {
  const { err_flags: flags } = data;
  if (flags.missing_memo) return { kind: 'stopped', why: 'missing-memo' };
  if (flags.restricted) return { kind: 'stopped', why: 'restricted' };
  if (payoutsEnded(data)) return { kind: 'stopped', why: 'ended' };
  if (!data.paid_here && !data.delisted_chain) return { kind: 'stopped', why: 'not-paid-here' };
  if (paysNothing(data)) return { kind: 'stopped', why: 'pays-nothing' };
  if (!data.auto) return { kind: 'stopped', why: 'auto-off' };
  if (!data.enabled && !data.enabled_auto_only) return { kind: 'stopped', why: 'maintenance' };

  // Later days are unknown; the run of today requires a reward of yesterday.
  const leavesOut = (runAt: number) => !payday.rewarded_yesterday && runAt - (runAt % dayMs) <= now;
  const missing = units(data.payment_threshold) - units(data.balance_payable);
  const perDay = units(payday.credited_past_day);
  if (missing <= 0n) {
    const runAt = runAfter(now);
    if (leavesOut(runAt)) return { kind: 'no-reward', runAt };
    const isTomorrow = runAt - (runAt % dayMs) > now;
    return { kind: isTomorrow && perDay <= 0n ? 'if-rewarded' : 'due', runAt };
  }
  if (perDay <= 0n) return { kind: 'out-of-sight', idle: true };
  const reachedAt = now + Number((missing * BigInt(dayMs)) / perDay);
  // Beyond some hundred years a date means nothing any more.
  if (reachedAt > now + 100_000 * dayMs) return { kind: 'out-of-sight', idle: false };
  const first = runAfter(reachedAt);
  return { kind: 'below', reachedAt, runAt: leavesOut(first) ? first + dayMs : first };
}

/** The first run after a moment. */
export function runAfter(at: number): number {
  const run = at - (at % dayMs) + runAtMs;
  return run > at ? run : run + dayMs;
}

function units(amount: string): bigint {
  return wholeUnits(amount) ?? 0n;
}
