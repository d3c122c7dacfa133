import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateAnswers } from '../../domain/conversion/rate-answers.ts';
import { clearTables } from '../../domain/testing/clear-tables.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import type { MarketAnswer } from './ask-market.ts';
import { coingecko } from './coingecko.ts';
import { followSource, type FollowedSource } from './follow-source.ts';
import { shareAnswers } from './share-answers.ts';

const begin = Date.UTC(2026, 10, 30, 12);

describe.each(oneEngine())('a source that several processes ask, on %s', (engine) => {
  let ctx: TestContext;
  let now: number;
  let asked: string[];
  let answer: (path: string) => Promise<MarketAnswer>;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());
  beforeEach(async () => {
    await clearTables(ctx.db, ['rate_answers']);
    now = begin;
    asked = [];
    answer = async (path) => ({ kind: 'answered', body: bodyOf(path) });
  });

  const bodyOf = (path: string): unknown =>
    path === coingecko.pricesPath
      ? [
          {
            id: 'litecoin',
            symbol: 'ltc',
            current_price: 100,
            total_volume: 9e8,
            last_updated: new Date(now).toISOString(),
          },
        ]
      : { tickers: [{ market: { identifier: 'gdax' }, converted_volume: { usd: 5 } }] };
  const process = (): { readonly source: FollowedSource; readonly problems: unknown[] } => {
    const problems: unknown[] = [];
    const clock = { now: () => now };
    const shared = shareAnswers(coingecko, {
      ask: (path) => {
        asked.push(path);
        return answer(path);
      },
      store: rateAnswers(ctx.db),
      clock,
      pause: async (ms) => void (now += ms),
    });
    const source = followSource(shared.shape, {
      ask: shared.ask,
      clock,
      elapsed: () => now,
      onProblem: (problem) => problems.push(problem),
      onBackingProblem: () => undefined,
    });
    return { source, problems };
  };
  const quoteOf = ({ source }: ReturnType<typeof process>) => source.quoteOf('LTC');

  it('is asked once for what both need, and the second has the price with the time of the first', async () => {
    const [first, second] = [process(), process()];
    await first.source.turn();
    now += 90_000;
    const restMs = await second.source.turn();
    expect(asked).toEqual([coingecko.pricesPath]);
    expect(quoteOf(second)).toEqual(quoteOf(first));
    expect(quoteOf(first)).toMatchObject({ kind: 'quote', quote: { usd: '100', observedAt: begin } });
    // The next call for prices is due when it is for the first, six minutes after it was answered; backings are sooner.
    expect(restMs).toBeLessThanOrEqual(coingecko.everyMs - 90_000);
  });

  it('stays within what it gives away in a month, however many processes there are', async () => {
    const all = [process(), process(), process()];
    const due = all.map(() => begin);
    const hours = 6;
    for (;;) {
      const next = due.indexOf(Math.min(...due));
      const at = due[next] ?? begin;
      if (at > begin + hours * 3_600_000) break;
      now = Math.max(now, at);
      due[next] = now + Math.max(1, (await all[next]?.source.turn()) ?? 0);
    }
    const prices = asked.filter((path) => path === coingecko.pricesPath).length;
    const backings = asked.length - prices;
    // One call in six minutes, and no backing twice.
    expect(prices).toBeLessThanOrEqual(hours * 10 + 1);
    expect(prices).toBeGreaterThanOrEqual(hours * 10 - 5);
    expect(new Set(asked).size - 1).toBe(backings);
    const month = (31 * 24) / hours;
    expect(Math.ceil(prices * month)).toBeLessThan(10_000 - 310 - backings);
  }, 60_000);

  it('is left alone by both where it wants fewer calls, and is asked by another where a process has ended in a call', async () => {
    answer = async () => ({ kind: 'limited', restMs: 600_000 });
    const [first, second] = [process(), process()];
    await first.source.turn();
    expect(await second.source.turn()).toBe(600_000);
    expect([asked.length, second.problems]).toEqual([1, ['it wants fewer calls (HTTP 429)']]);
    now += 600_000;
    answer = () => new Promise(() => undefined);
    void first.source.turn();
    await new Promise((resolve) => setImmediate(resolve));
    answer = async (path) => ({ kind: 'answered', body: bodyOf(path) });
    await second.source.turn();
    expect(quoteOf(second)).toMatchObject({ kind: 'quote', quote: { usd: '100' } });
  });

  it('is left alone for all its calls once one of them was one too many', async () => {
    const open = () =>
      shareAnswers(coingecko, {
        ask: (path) => {
          asked.push(path);
          return answer(path);
        },
        store: rateAnswers(ctx.db),
        clock: { now: () => now },
        pause: async (ms) => void (now += ms),
      });
    const [first, second] = [open(), open()];
    answer = async () => ({ kind: 'limited', restMs: 600_000 });
    expect(await first.ask(coingecko.pricesPath)).toEqual({ kind: 'limited', restMs: 600_000 });
    now += 100_000;
    answer = async (path) => ({ kind: 'answered', body: bodyOf(path) });
    expect(await second.ask('/coins/litecoin/tickers')).toEqual({ kind: 'limited', restMs: 500_000 });
    expect(asked).toEqual([coingecko.pricesPath]);
    now += 500_000;
    expect(await second.ask('/coins/litecoin/tickers')).toMatchObject({ kind: 'answered' });
    expect(asked).toEqual([coingecko.pricesPath, '/coins/litecoin/tickers']);
  });

  it('is asked again for what a price rests on once it has been left alone, and after an hour whatever it names', async () => {
    const path = '/coins/litecoin/tickers';
    const day = 86_400_000;
    const { ask } = shareAnswers(coingecko, {
      ask: (each) => {
        asked.push(each);
        return answer(each);
      },
      store: rateAnswers(ctx.db),
      clock: { now: () => now },
      pause: async (ms) => void (now += ms),
    });
    answer = async () => ({ kind: 'limited', restMs: 600_000 });
    expect(await ask(path, day)).toEqual({ kind: 'limited', restMs: 600_000 });
    now += 600_000;
    answer = async () => ({ kind: 'limited', restMs: 11 * day });
    expect(await ask(path, day)).toEqual({ kind: 'limited', restMs: 11 * day });
    now += 3_599_000;
    expect(await ask(path, day)).toEqual({ kind: 'limited', restMs: 1000 });
    now += 1000;
    answer = async (each) => ({ kind: 'answered', body: bodyOf(each) });
    expect(await ask(path, day)).toMatchObject({ kind: 'answered' });
    expect(asked).toEqual([path, path, path]);
  });

  it('keeps the answer of another that asked since a process was stopped in its call', async () => {
    let end: (answered: MarketAnswer) => void = () => undefined;
    const [first, second, third] = [process(), process(), process()];
    answer = () => new Promise((resolve) => (end = resolve));
    const stopped = first.source.turn();
    await expect.poll(() => asked.length).toBe(1);
    now += 30_000;
    answer = async (path) => ({ kind: 'answered', body: bodyOf(path) });
    await second.source.turn();
    now += 10_000;
    end({ kind: 'unanswered', why: 'it took longer than 20 seconds' });
    await stopped;
    await third.source.turn();
    expect([first, second, third].map(quoteOf)).toEqual([quoteOf(second), quoteOf(second), quoteOf(second)]);
    expect(quoteOf(second)).toMatchObject({ kind: 'quote', quote: { observedAt: begin + 30_000 } });
    expect(asked.length).toBe(2);
  });

  it('asks for itself where an answer or a call is of a later time than there is', async () => {
    now = begin + 3_600_000;
    await process().source.turn();
    now = begin;
    const right = process();
    await right.source.turn();
    expect(asked.length).toBe(2);
    expect(quoteOf(right)).toMatchObject({ kind: 'quote', quote: { observedAt: begin } });

    now = begin + 3_600_000;
    answer = () => new Promise(() => undefined);
    void process().source.turn();
    await expect.poll(() => asked.length).toBe(3);
    now = begin + 600_000;
    answer = async (path) => ({ kind: 'answered', body: bodyOf(path) });
    await right.source.turn();
    expect(quoteOf(right)).toMatchObject({ kind: 'quote', quote: { observedAt: begin + 600_000 } });
  });

  it('says nothing new while the database does not answer, and is not asked past it', async () => {
    const source = shareAnswers(coingecko, {
      ask: async (path) => {
        asked.push(path);
        return { kind: 'answered', body: bodyOf(path) };
      },
      store: { ...rateAnswers(ctx.db), read: () => Promise.reject(new Error('away')) },
      clock: { now: () => now },
      pause: async () => undefined,
    });
    expect(await source.ask(coingecko.pricesPath)).toEqual({
      kind: 'unanswered',
      why: 'the database does not answer: away',
    });
    expect(asked).toEqual([]);
  });
});
