import { describe, expect, it } from 'vitest';
import { ShareMemory } from '../core/duplicates.ts';
import { plainJobs } from '../core/jobs.ts';
import { newSessionCore } from '../core/session-state.ts';
import { easyRules } from '../testing/session-kit.ts';
import { type PricedState, priceContent } from './price-content.ts';
import type { RelayedOpenJob } from './relayed-share.ts';

const scale = { difficulty1Target: 1n << 256n, hashesPerDifficulty1: 1n };
const env = {
  now: 1000,
  rules: { ...easyRules, scale, minimumWork: 4n, startWork: 64n, maximumWork: 1n << 40n },
  jobs: plainJobs(() => {
    throw new Error('no job is made');
  }) as never,
};
const jobOf = (content: string, shareWorkMax = 1n << 50n): RelayedOpenJob => ({
  job: { id: content, clean: true, chain: 'c', height: 0, networkTarget: 0n, networkWork: 1n << 60n },
  number: 1,
  networkTarget: new Uint8Array(32),
  shareWorkMax,
  accepted: new ShareMemory(),
  upstream: { content } as RelayedOpenJob['upstream'],
});
const newState = (more: Partial<PricedState> = {}): PricedState => ({
  ...newSessionCore(),
  prices: new Map(),
  knownWork: undefined,
  ...more,
});
const pricesOf = ({ prices }: PricedState): unknown =>
  [...prices].map(([content, { work }]) => [content, work]);

describe('the price of a content', () => {
  it('is fixed once: the same content again has the price that it had, whatever is asked for since', () => {
    const priced = priceContent(newState(), jobOf('a'), true, env);
    expect(pricesOf(priced)).toEqual([['a', 64n]]);
    const asking = { ...priced, asked: 1024n, floor: 1024n };
    expect(priceContent(asking, jobOf('a'), true, env)).toBe(asking);
    expect(pricesOf(priceContent(asking, jobOf('b'), true, env))).toEqual([
      ['a', 64n],
      ['b', 1024n],
    ]);
  });

  it('of the first content of a seat does not follow what was asked for before: it may have been searched', () => {
    const first = priceContent(newState({ asked: 1024n, floor: 1024n }), jobOf('a'), true, env);
    expect(pricesOf(first)).toEqual([['a', 64n]]);
    expect(first.asked).toBe(1024n);
    const second = priceContent(first, jobOf('b'), true, env);
    expect(pricesOf(second)).toEqual([
      ['a', 64n],
      ['b', 1024n],
    ]);
    expect(second.asked).toBeUndefined();
  });

  it('goes on from the work that the miner was told on another seat', () => {
    const known = newState({ knownWork: 256n, since: 1000 });
    expect(pricesOf(priceContent(known, jobOf('a'), true, env))).toEqual([['a', 256n]]);
  });

  it('is never more than what the other pool counts, even below the least of the port', () => {
    expect(pricesOf(priceContent(newState(), jobOf('a', 2n), true, env))).toEqual([['a', 2n]]);
    expect(pricesOf(priceContent(newState(), jobOf('a', 50n), true, env))).toEqual([['a', 50n]]);
  });

  it('is remembered for the last 64 contents', () => {
    let state = newState();
    for (let count = 0; count < 65; count++) state = priceContent(state, jobOf(`c${count}`), true, env);
    expect(state.prices.size).toBe(64);
    expect([state.prices.has('c0'), state.prices.has('c1'), state.prices.has('c64')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('begins a new measure of the pace only where a price was chosen', () => {
    const counts = { shares: 3, faults: 0, repeats: 0 };
    const state = newState({ prices: new Map([['a', { work: 64n, target: new Uint8Array(32) }]]), counts });
    // A second is too short to judge by.
    const kept = priceContent(state, jobOf('b'), true, env);
    expect([kept.since, kept.counts.shares]).toEqual([0, 3]);
    const chosen = priceContent({ ...state, asked: 128n }, jobOf('b'), true, env);
    expect([chosen.since, chosen.counts.shares]).toEqual([1000, 0]);
  });
});
