import type { UpstreamAddress } from './upstream-address.ts';

/** Between two tries of one address, ms: doubled with each failure up to a minute. */
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** An address that was good for this long is again as one that never failed, ms. */
const provenMs = 300_000;

/** What is known of each address of an upstream, in the order of the operator's list. */
export interface AddressHealth {
  readonly address: UpstreamAddress;
  /** In a row. */
  readonly failures: number;
  /** Not to be tried before, ms. */
  readonly retryAt: number;
}

export function freshAddresses(addresses: readonly UpstreamAddress[]): readonly AddressHealth[] {
  return addresses.map((address) => ({ address, failures: 0, retryAt: 0 }));
}

/** The first address that may be tried; undefined while all have to wait. */
export function nextAddress(health: readonly AddressHealth[], now: number): number | undefined {
  const index = health.findIndex(({ retryAt }) => retryAt <= now);
  return index < 0 ? undefined : index;
}

/**
 * An address has failed, or ended. One that was proven begins to count again; one that refuses the login is left alone for the longest pause,
 * because pools shut out an address that tries it over and over.
 *
 * @param goodForMs how long it gave work
 * @param spread from 0 to below 1, by chance: connections that were lost together do not come back together
 */
export function afterFailure(
  health: readonly AddressHealth[],
  index: number,
  {
    now,
    goodForMs,
    isRefused,
    spread,
  }: {
    readonly now: number;
    readonly goodForMs: number;
    readonly isRefused: boolean;
    readonly spread: number;
  },
): readonly AddressHealth[] {
  return health.map((each, at) => {
    if (at !== index) return each;
    const failures = (goodForMs >= provenMs ? 0 : each.failures) + 1;
    const doubled = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(16, failures - 1));
    const pause = isRefused ? longestPauseMs : doubled;
    return { ...each, failures, retryAt: now + Math.round(pause * (1 + spread / 4)) };
  });
}
