import { type CallLimit, type CallPace, callPace, unpaced } from './call-pace.ts';

/** What Kraken calls the verification of an account. */
export type KrakenTier = 'starter' | 'intermediate' | 'pro';

/**
 * The most of the counter of a key, and by how much it falls in a second: docs.kraken.com, Spot REST Rate Limits, as it stood in 2026. "Each API key's counter
 * is separate."
 */
const counters: Readonly<Record<KrakenTier, Pick<CallLimit, 'max' | 'decay'>>> = {
  starter: { max: 15, decay: 0.33 },
  intermediate: { max: 20, decay: 0.5 },
  pro: { max: 20, decay: 1 },
};

/** A withdrawal asks for the address, twice for its fee, and for itself. */
const reserved = 5;

/** What a private call adds: histories of ledgers and trades two, orders nothing, because the engine counts those by itself. The others one. */
const costs: Readonly<Record<string, number>> = { TradesHistory: 2, Ledgers: 2, AddOrder: 0 };

export function krakenCost(method: string): number {
  return Object.hasOwn(costs, method) ? (costs[method] ?? 1) : 1;
}

/** "Calling the public endpoints at a frequency of 1 per second (or less) would remain within the rate limits", by address of the caller. */
const publicLimit: CallLimit = { max: 2, decay: 1, reserved: 0, begin: 0 };

export interface KrakenPace {
  /** Of one key. */
  readonly ofKey: CallPace;
  /** Of this machine. */
  readonly ofMachine: CallPace;
}

let ofMachine: CallPace | undefined;

/** Of a key; one that only looks keeps nothing back. A quarter may have been used up by the process before. */
export function krakenLimit(tier: KrakenTier, movesMoney: boolean): CallLimit {
  const { max, decay } = counters[tier];
  return { max, decay, reserved: movesMoney ? reserved : 0, begin: max / 4 };
}

/** The pace of a key. All keys of a process share that of the machine. */
export function krakenPace(tier: KrakenTier | undefined, movesMoney: boolean): KrakenPace {
  ofMachine ??= callPace(publicLimit);
  return { ofKey: callPace(krakenLimit(tier ?? 'starter', movesMoney)), ofMachine };
}

/** For suites: nothing waits. */
export const unpacedKraken: KrakenPace = { ofKey: unpaced, ofMachine: unpaced };

/** How long nothing leaves after an answer, ms; undefined where it does not say that there was too much. "restricted for a few seconds (or possibly longer)". */
export function restMsOf(fault: string, now: number): number | undefined {
  if (/^E(?:API|General|Order):.*(?:rate limit exceeded|too many requests)|^HTTP 429$/i.test(fault))
    return 15_000;
  const throttled = /^EService: ?Throttled: ?\[?(\d{1,12})\]?$/i.exec(fault)?.[1];
  if (throttled === undefined) return undefined;
  return Math.min(60_000, Math.max(1000, Number(throttled) * 1000 - now));
}
