import { describe, expect, it } from 'vitest';
import { combineRates } from './combine-rates.ts';

const market = () => {
  let now = 1_000_000;
  const prices = new Map<string, string>([
    ['a', '100'],
    ['b', '101'],
  ]);
  const sources = ['a', 'b'].map((name) => ({
    name,
    priceOf: (asset: string) => {
      const usd = asset === 'BTC' ? prices.get(name) : undefined;
      return usd === undefined ? undefined : { usd, pair: 'BTC/USD', observedAt: now };
    },
  }));
  const rates = combineRates({ name: 'two', kind: 'real', sources }, { now: () => now });
  const recent = () => rates.recentOf('BTC').map(({ rateSource, usd }) => `${rateSource} ${usd}`);
  return { rates, prices, recent, advance: (ms: number) => (now += ms) };
};

describe('combineRates', () => {
  it('answers every source that prices a coin, each under its name', () => {
    const { rates, prices } = market();
    expect(rates.quotesOf('BTC')).toEqual([
      { rateSource: 'a', usd: '100', pair: 'BTC/USD', observedAt: 1_000_000 },
      { rateSource: 'b', usd: '101', pair: 'BTC/USD', observedAt: 1_000_000 },
    ]);
    prices.delete('b');
    expect(rates.quotesOf('BTC').map(({ rateSource }) => rateSource)).toEqual(['a']);
    expect(rates.quotesOf('XMR')).toEqual([]);
  });

  it('remembers five minutes, without what is being said just now [R1]', () => {
    const { rates, prices, recent, advance } = market();
    rates.quotesOf('BTC');
    expect(recent()).toEqual([]);
    advance(150_000);
    prices.set('a', '1000000000');
    rates.quotesOf('BTC');
    expect(recent()).toEqual(['a 100', 'b 101']);
    advance(150_001);
    expect(recent()).toEqual(['a 1000000000', 'b 101']);
  });

  it('notes a source once a second, however often it is asked', () => {
    const { rates, recent, advance } = market();
    for (let asked = 0; asked < 50; asked += 1) {
      rates.quotesOf('BTC');
      advance(100);
    }
    expect(recent()).toHaveLength(10);
  });

  it('keeps no price from a time that has not come, which would keep out all later ones [R1]', () => {
    let now = 1_000_000;
    let observedAt = now + 3_600_000;
    const source = { name: 'a', priceOf: () => ({ usd: '1', pair: 'BTC/USD', observedAt }) };
    const rates = combineRates({ name: 'one', kind: 'real', sources: [source] }, { now: () => now });
    rates.quotesOf('BTC');
    observedAt = now;
    rates.quotesOf('BTC');
    now += 10_000;
    observedAt = now;
    expect(rates.recentOf('BTC').map((quote) => quote.observedAt)).toEqual([1_000_000]);
  });
});
