import { coins } from '@openlode/catalogue/coins';
import type { Quote } from '@openlode/ledger/agreed-price';
import { expect, it } from 'vitest';
import type { Rates, SourceReport } from '../kernel/rates.ts';
import { listRates } from './list-rates.ts';

const now = 1_000_000_000;
const word = (
  rateSource: string,
  bidUsd: string,
  askUsd: string,
  more: Partial<Quote> = {},
): SourceReport => ({
  rateSource,
  quote: { rateSource, usd: bidUsd, bidUsd, askUsd, pair: 'KAS/USD', observedAt: now, ...more },
});
const list = (coin: string | undefined, words: readonly SourceReport[], more: Partial<Rates> = {}) =>
  listRates(
    {
      db: { query: async () => [] } as never,
      clock: { now: () => now },
      rates: {
        name: 'the suite',
        kind: 'real',
        reportsOf: () => words,
        quotesOf: (asset) =>
          asset === 'KAS' ? words.flatMap((each) => ('quote' in each ? each.quote : [])) : [],
        recentOf: () => [],
        ...more,
      },
    },
    { coin },
  );

it('lists what each source says of a coin, why a word does not count, and what the pool makes of it', async () => {
  const words = [
    word('gate', '0.0499', '0.0501', { backing: { kind: 'venue', venue: 'gate' } }),
    word('coinpaprika', '0.05', '0.05', { backing: { kind: 'broad' } }),
    word('coingecko', '0.06', '0.06', { backing: { kind: 'unknown' }, observedAt: now - 600_001 }),
    { rateSource: 'kraken', why: 'it does not name it' },
  ];
  const counts = { at: now, why: null };
  expect(await list('kas', words)).toEqual([
    {
      coin: 'KAS',
      judgement: 'agreed',
      sells: '0.0499',
      buys: '0.0501',
      witnesses: 2,
      words: [
        { source: 'gate', bid: '0.0499', ask: '0.0501', restsOn: 'gate', ...counts },
        { source: 'coinpaprika', bid: '0.05', ask: '0.05', restsOn: 'several', ...counts },
        {
          source: 'coingecko',
          bid: '0.06',
          ask: '0.06',
          restsOn: 'unknown',
          at: now - 600_001,
          why: 'stale',
        },
        { source: 'kraken', bid: null, ask: null, at: null, restsOn: null, why: 'it does not name it' },
      ],
    },
  ]);
  expect(await list('kas', words.slice(0, 1))).toMatchObject([
    { judgement: 'single-source', sells: null, buys: null, witnesses: 0 },
  ]);
});

it('names a quote whose bid and ask are far apart, and one that is no price', async () => {
  const faults = [
    word('a', '1', '1.03'),
    word('b', '0', '1', { usd: '1' }),
    word('c', '1', '1', { pair: 'KAS/USDT' }),
  ];
  const [rated] = await list('KAS', faults);
  expect(rated?.words.map(({ why }) => why)).toEqual(['sides-apart', 'malformed', 'other-pair']);
  expect(rated?.judgement).toBe('missing');
});

it('lists every coin, and those of sources without words by their quotes', async () => {
  expect(await list(undefined, [])).toHaveLength(coins.length);
  expect(await list('nothing', [])).toEqual([]);
  const sample = { rateSource: 'sample', usd: '1', pair: 'KAS/USD', observedAt: now };
  const rates: Rates = { name: 'sample', kind: 'sandbox', quotesOf: () => [sample], recentOf: () => [] };
  expect(
    await listRates(
      { db: { query: async () => [] } as never, clock: { now: () => now }, rates },
      { coin: 'KAS' },
    ),
  ).toMatchObject([
    { judgement: 'agreed', words: [{ source: 'sample', bid: '1', ask: '1', restsOn: null }] },
  ]);
});
