import fc from 'fast-check';
import { agreedPrice, type Quote } from '@openlode/ledger/agreed-price';
import { describe, expect, it } from 'vitest';
import type { FollowedSource, MarketQuote } from './follow-source.ts';
import { marketRates } from './market-rates.ts';

const now = 1_000_000_000;

function source(name: string, quotes: Readonly<Record<string, MarketQuote>>): FollowedSource {
  return {
    name,
    quoteOf: (asset) => quotes[asset] ?? { kind: 'silent', why: 'it does not name it' },
    turn: async () => 0,
  };
}

const quote = (
  [bidUsd, usd, askUsd]: readonly [string, string, string],
  unit: 'USD' | 'USDT' = 'USD',
  backing: Quote['backing'] = { kind: 'broad' },
  age = 0,
): MarketQuote => ({
  kind: 'quote',
  unit,
  quote: { usd, bidUsd, askUsd, pair: `X/${unit}`, observedAt: now - age, backing },
});
const named = (asset: string, given: MarketQuote): MarketQuote =>
  given.kind === 'quote' ? { ...given, quote: { ...given.quote, pair: `${asset}/${given.unit}` } } : given;
const gate = { kind: 'venue', venue: 'gate' } as const;
const kraken = { kind: 'venue', venue: 'kraken' } as const;
const rates = (...sources: FollowedSource[]) => marketRates(sources, { now: () => now });
const tether = (name: string, backing: Quote['backing'], bid = '0.999', ask = '1.001') =>
  source(name, { USDT: named('USDT', quote([bid, '1', ask], 'USD', backing)) });

describe('marketRates', () => {
  const kas = source('gate', { KAS: named('KAS', quote(['0.05', '0.0502', '0.0504'], 'USDT', gate, 7)) });

  it('prices USDT itself: what is sold through what it is worth, what is bought through what it costs', () => {
    const market = rates(kas, tether('kraken', kraken), tether('paprika', { kind: 'broad' }));
    expect(market.quotesOf('KAS')).toEqual([
      {
        rateSource: 'gate',
        usd: '0.0501498',
        bidUsd: '0.04995',
        everyMs: 0,
        askUsd: '0.0504504',
        pair: 'KAS/USD',
        observedAt: now - 7,
        backing: gate,
      },
    ]);
    expect(market.name).toBe('gate + kraken + paprika');
    expect(market.kind).toBe('real');
  });

  it.each([
    ['no source', []],
    ['one source', [tether('kraken', kraken)]],
    ['two that rest on one venue', [tether('kraken', kraken), tether('paprika', kraken)]],
    ['two that are apart', [tether('kraken', kraken), tether('paprika', gate, '0.9', '0.9')]],
    ['gate itself', [source('x', { USDT: named('USDT', quote(['1', '1', '1'], 'USDT', kraken)) })]],
  ])('has no price in USDT where its own price is that of %s', (_name, sources) => {
    const market = rates(kas, ...sources);
    expect(market.quotesOf('KAS')).toEqual([]);
    expect(market.reportsOf?.('KAS')[0]).toEqual({
      rateSource: 'gate',
      why: 'it prices in USDT, whose own price no two sources agree on',
    });
  });

  it('answers every source’s quote, or why it has none', () => {
    const market = rates(source('a', { BTC: named('BTC', quote(['1', '1', '1'])) }), source('b', {}));
    expect(market.reportsOf?.('BTC')).toEqual([
      { rateSource: 'a', quote: expect.objectContaining({ rateSource: 'a', usd: '1' }) },
      { rateSource: 'b', why: 'it does not name it' },
    ]);
  });

  it('never agrees on a coin that one venue prices, however many repeat it and whatever USDT is worth [R1]', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 });
    const tethers = fc.integer({ min: 990, max: 1010 });
    fc.assert(
      fc.property(cents, tethers, fc.nat({ max: 4 }), (price, usdt, repeats) => {
        const text = `${price}`;
        const dollars = `${usdt / 1000}`;
        const repeat = (name: string) =>
          source(name, { KAS: named('KAS', quote([text, text, text], 'USD', gate)) });
        const market = rates(
          source('gate', { KAS: named('KAS', quote([text, text, text], 'USDT', gate)) }),
          ...Array.from({ length: repeats }, (_, index) => repeat(`aggregator ${index}`)),
          source('kraken', { USDT: named('USDT', quote([dollars, dollars, dollars], 'USD', kraken)) }),
          tether('paprika', { kind: 'broad' }),
        );
        const quotes = market.quotesOf('KAS');
        expect(quotes).toHaveLength(repeats + 1);
        const outcome = agreedPrice('KAS', quotes, { accepted: [], recent: [] }, now);
        expect(['single-source', 'same-backing']).toContain(outcome.kind);
      }),
    );
  });
});
