import type { NetworkNow } from '../kernel/network-now.ts';
import type { DatedCoins, UpstreamTerms } from '../kernel/upstream-terms.ts';

/** What a block of a coin brings, in units of 10^-18. */
export interface BlockWorth {
  /** Now; with the fees of its transactions where nodes say it. */
  readonly now: bigint;
  /** Of blocks of a time, in ms since 1970, on average; without fees where these are known. */
  readonly over: (from: number, until: number) => bigint;
  /** Whether nodes say what of it is fees. */
  readonly areFeesKnown: boolean;
}

/** By the word of nodes of the coin, which know the present alone, or else by that of the settings; undefined where neither says it. */
export function blockWorthOf(
  { coinsPerBlock }: Pick<UpstreamTerms, 'coinsPerBlock'>,
  { reward, fees }: Pick<NetworkNow, 'reward' | 'fees'> = {},
  now: number,
): BlockWorth | undefined {
  if (reward !== undefined)
    return { now: reward, over: () => reward - (fees ?? 0n), areFeesKnown: fees !== undefined };
  if (coinsPerBlock === undefined) return undefined;
  return {
    now: coinsOver(coinsPerBlock, now, now),
    over: (from, until) => coinsOver(coinsPerBlock, from, until),
    areFeesKnown: false,
  };
}

/** Each figure by the part of the time in which it held. */
function coinsOver(dated: readonly DatedCoins[], from: number, until: number): bigint {
  if (until <= from) return dated.findLast((each) => (each.from ?? -Infinity) <= from)?.coins ?? 0n;
  const sum = dated.reduce((before, { coins, from: since = from }, index) => {
    const ends = dated[index + 1]?.from ?? until;
    const ms = Math.min(ends, until) - Math.max(since, from);
    return ms > 0 ? before + coins * BigInt(Math.round(ms)) : before;
  }, 0n);
  return sum / BigInt(Math.round(until - from));
}
