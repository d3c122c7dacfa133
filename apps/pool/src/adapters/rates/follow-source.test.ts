import { describe, expect, it } from 'vitest';
import type { MarketAnswer } from './ask-market.ts';
import { followSource } from './follow-source.ts';
import type { SourceAnswer, SourceShape } from './source-shape.ts';

const minute = 60_000;
const budget = { atOnce: 1000, everyMs: minute };

/** A source of two coins whose answers the suite holds; its clock starts at noon. */
function followed(more: Partial<SourceShape> = {}) {
  let now = 1_000_000_000;
  let answer: MarketAnswer = { kind: 'answered', body: {} };
  const paths: string[] = [];
  const problems: (string | undefined)[] = [];
  const backingProblems: (string | undefined)[] = [];
  const shape: SourceShape = {
    name: 'a',
    url: '',
    unit: 'USD',
    ids: { BTC: 'bitcoin', KAS: 'kaspa', XEL: { none: 'unconfirmed' } },
    everyMs: 5 * minute,
    pricesPath: '/prices',
    readPrices: (body) => {
      if (body === 'html') throw new TypeError('the answer is not a list');
      return new Map(Object.entries(body as Readonly<Record<string, SourceAnswer>>));
    },
    backing: {
      budget,
      path: (id) => `/markets/${id}`,
      read: (body) => ({ kind: 'venue', venue: String(body) }),
    },
    ...more,
  };
  const source = followSource(shape, {
    ask: async (path) => {
      paths.push(path);
      return path === '/prices' || answer.kind !== 'answered' ? answer : { kind: 'answered', body: path };
    },
    clock: { now: () => now },
    elapsed: () => now,
    onProblem: (problem) => problems.push(problem),
    onBackingProblem: (problem) => backingProblems.push(problem),
  });
  return {
    source,
    paths,
    problems,
    backingProblems,
    now: () => now,
    answer: (next: MarketAnswer) => (answer = next),
    say: (body: unknown) => (answer = { kind: 'answered', body }),
    /** Makes turns, and rests between them as it is told to, until the time is over. */
    run: async (ms: number) => {
      const end = now + ms;
      for (;;) {
        const rest = await source.turn();
        if (now + rest > end) break;
        now += rest;
      }
      now = end;
    },
  };
}

const price = (mid: string, more: Partial<Extract<SourceAnswer, { kind: 'price' }>> = {}): SourceAnswer => ({
  kind: 'price',
  price: { bid: mid, ask: mid, mid },
  unit: 'USD',
  at: 999_999_000,
  state: undefined,
  dayVolumeUsd: 1_000_000,
  ...more,
});

describe('followSource', () => {
  it('asks for prices first, then for what each coin rests on, ten seconds apart, and for prices again at its pace', async () => {
    const { source, paths, say, run } = followed();
    say({ BTC: price('100') });
    await run(0);
    expect(paths).toEqual(['/prices']);
    expect(source.quoteOf('BTC')).toMatchObject({ quote: { backing: { kind: 'unknown' } } });
    await run(5 * minute - 1);
    expect(paths).toEqual(['/prices', '/markets/bitcoin', '/markets/kaspa']);
    expect(source.quoteOf('BTC')).toEqual({
      kind: 'quote',
      unit: 'USD',
      quote: {
        usd: '100',
        bidUsd: '100',
        askUsd: '100',
        pair: 'BTC/USD',
        observedAt: 999_999_000,
        everyMs: 5 * minute,
        isSecondHand: true,
        backing: { kind: 'venue', venue: '/markets/bitcoin' },
      },
    });
    await run(1);
    expect(paths.slice(3)).toEqual(['/prices']);
    await run(7 * 24 * 60 * minute);
    expect(paths.filter((path) => path === '/markets/kaspa')).toHaveLength(2);
    expect(paths.filter((path) => path === '/prices')).toHaveLength(2 + 7 * 24 * 12);
  });

  it('says of each coin why it has no quote', async () => {
    const { source, say, run } = followed();
    expect(source.quoteOf('BTC')).toEqual({ kind: 'silent', why: 'it has not answered yet' });
    say({ BTC: { kind: 'silent', why: 'thin' }, ETH: price('1') });
    await run(0);
    expect(source.quoteOf('BTC')).toEqual({ kind: 'silent', why: 'thin' });
    expect(source.quoteOf('KAS')).toEqual({ kind: 'silent', why: 'it does not name it' });
    expect(source.quoteOf('XEL')).toEqual({
      kind: 'silent',
      why: 'not asked: what this source calls it is not confirmed',
    });
  });

  it('keeps what it heard while the source fails, asks ever less often, and reports the first failure and the end', async () => {
    const { source, paths, problems, answer, say, run } = followed({ everyMs: minute });
    say({ BTC: price('100') });
    await run(0);
    answer({ kind: 'unanswered', why: 'HTTP 500' });
    await run(60 * minute);
    expect(source.quoteOf('BTC')).toMatchObject({ quote: { usd: '100', observedAt: 999_999_000 } });
    // The first one, and after 1, 1, 2, 4, 8, 15 and 15 minutes.
    expect(paths.filter((path) => path === '/prices')).toHaveLength(8);
    expect(problems).toEqual(['HTTP 500']);
    say({ BTC: price('101') });
    await run(15 * minute);
    expect(problems).toEqual(['HTTP 500', undefined]);
    expect(source.quoteOf('BTC')).toMatchObject({ quote: { usd: '101' } });
    say('html');
    await run(minute);
    expect(problems.at(-1)).toBe('the answer is not a list');
    expect(source.quoteOf('BTC')).toMatchObject({ quote: { usd: '101' } });
  });

  it('leaves a source alone that wants fewer calls: as long as it says, never less than for any other failure, and longer each time', async () => {
    for (const [restMs, rests] of [
      [undefined, 5 * minute],
      [1000, 5 * minute],
      [1_200_000, 20 * minute],
      [86_400_000, 60 * minute],
    ] as const) {
      const { source, paths, answer } = followed();
      answer({ kind: 'limited', restMs });
      expect(await source.turn()).toBe(rests);
      expect(paths).toEqual(['/prices']);
      expect(source.quoteOf('BTC')).toEqual({ kind: 'silent', why: 'it wants fewer calls (HTTP 429)' });
    }
    const again = followed();
    again.answer({ kind: 'limited', restMs: 1000 });
    await again.run(60 * minute);
    // The first one, and after 5, 10, 15, 15 and 15 minutes.
    expect(again.paths).toHaveLength(6);
    const { source, paths, answer, say, run } = followed();
    say({ BTC: price('100') });
    await run(9999);
    answer({ kind: 'limited', restMs: 1_800_000 });
    await run(1);
    expect(await source.turn()).toBe(1_800_000);
    await run(29 * minute);
    expect(paths).toEqual(['/prices', '/markets/bitcoin']);
    // It was the source that wanted fewer calls: the coin is the next that it is asked about, and not an hour later.
    say({ BTC: price('100') });
    await run(11 * minute);
    expect(paths.slice(2).find((path) => path !== '/prices')).toBe('/markets/bitcoin');
  });

  it('takes an answer without a price of any coin for a failure', async () => {
    const { source, problems, say, run } = followed({ everyMs: minute });
    say({ BTC: price('100') });
    await run(0);
    for (const empty of [{}, { BTC: { kind: 'silent', why: 'thin' } }]) {
      say(empty);
      await run(minute);
    }
    expect(problems).toEqual(['it has no price of any coin that it is asked about']);
    expect(source.quoteOf('BTC')).toMatchObject({ quote: { usd: '100' } });
  });

  it('takes a market in which nothing changes for ten minutes for none', async () => {
    const { source, say, run, now } = followed({ everyMs: minute, backing: { venue: 'gate' } });
    const state = '1 2 3 4';
    say({ BTC: price('100', { at: undefined, state, unit: 'USDT' }) });
    await run(9 * minute);
    expect(source.quoteOf('BTC')).toEqual({
      kind: 'quote',
      unit: 'USDT',
      quote: {
        usd: '100',
        bidUsd: '100',
        askUsd: '100',
        pair: 'BTC/USDT',
        observedAt: now(),
        everyMs: minute,
        isSecondHand: false,
        backing: { kind: 'venue', venue: 'gate' },
      },
    });
    await run(minute);
    expect(source.quoteOf('BTC')).toEqual({
      kind: 'silent',
      why: 'nothing has changed there for ten minutes',
    });
    say({ BTC: price('100', { at: undefined, state: '1 2 3 5', unit: 'USDT' }) });
    await run(minute);
    expect(source.quoteOf('BTC')).toMatchObject({ kind: 'quote' });
  });

  it('asks for a coin again after an hour where what it rests on was not answered', async () => {
    const { paths, backingProblems, say, run } = followed({
      backing: {
        budget,
        path: (id) => `/markets/${id}`,
        read: () => {
          throw new TypeError('the answer is not a list');
        },
      },
    });
    say({ BTC: price('1') });
    await run(59 * minute);
    expect(paths.filter((path) => path === '/markets/bitcoin')).toHaveLength(1);
    await run(2 * minute);
    expect(paths.filter((path) => path === '/markets/bitcoin')).toHaveLength(2);
    expect(backingProblems).toEqual(['BTC: the answer is not a list']);
  });
});
