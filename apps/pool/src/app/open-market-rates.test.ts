import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agreedPrice } from '@openlode/ledger/agreed-price';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { standInSource, type StandInSource } from '../adapters/rates/testing/stand-in-sources.ts';
import type { Rates } from '../domain/kernel/rates.ts';
import { openMarketRates } from './open-market-rates.ts';

const now = Date.UTC(2026, 0, 15, 12);
const names = ['coinpaprika', 'coingecko', 'gate', 'kraken'] as const;
const directory = mkdtempSync(join(tmpdir(), 'openlode-rates-'));
const waits = { timeout: 60_000, interval: 20 };

describe('rates of four stand-ins for sources', () => {
  const standIns = new Map<string, StandInSource>();
  const problems: string[] = [];
  const closing: (() => Promise<void>)[] = [];
  let rates: Rates;
  const standIn = (name: string): StandInSource => {
    const found = standIns.get(name);
    if (found === undefined) throw new Error(name);
    return found;
  };

  beforeAll(async () => {
    for (const name of names) standIns.set(name, await standInSource('x-cg-demo-api-key'));
    writeFileSync(join(directory, 'key'), 'demo\n');
    standIn('coinpaprika').answers.set('/v1/tickers', [
      {
        id: 'ltc-litecoin',
        symbol: 'LTC',
        last_updated: '2026-01-15T11:58:00Z',
        quotes: { USD: { price: 100.2, volume_24h: 9e8 } },
      },
    ]);
    standIn('coingecko').fault = 'html';
    standIn('gate').answers.set('/api/v4/spot/tickers', [
      {
        currency_pair: 'LTC_USDT',
        highest_bid: '99.9',
        lowest_ask: '100.1',
        last: '100',
        base_volume: '90000',
      },
    ]);
    standIn('kraken').answers.set('/0/public/Ticker', {
      error: [],
      result: { XLTCZUSD: { a: ['100.3'], b: ['100.1'], c: ['100.2'], v: ['1', '90000'] } },
    });
    rates = openMarketRates(
      names.map((source) => ({
        source,
        url: new URL(standIn(source).url),
        ...(source === 'coingecko' ? { keyFile: join(directory, 'key') } : {}),
      })),
      {
        clock: { now: () => now },
        onProblem: (source, problem) => problems.push(`${source}: ${problem}`),
        onBackingProblem: () => undefined,
        onOpen: (_part, close) => closing.push(close),
      },
    );
  });
  afterAll(async () => {
    for (const close of closing) await close();
    for (const each of standIns.values()) await each.close();
    rmSync(directory, { recursive: true });
  });

  it('are what the sources say, and of each that says nothing the reason', async () => {
    await vi.waitFor(() => {
      expect(rates.reportsOf?.('LTC')).toEqual([
        {
          rateSource: 'coinpaprika',
          quote: expect.objectContaining({ usd: '100.2', observedAt: now - 120_000 }),
        },
        { rateSource: 'coingecko', why: 'the answer is not JSON' },
        { rateSource: 'gate', why: 'it prices in USDT, whose own price no two sources agree on' },
        { rateSource: 'kraken', quote: expect.objectContaining({ bidUsd: '100.1', askUsd: '100.3' }) },
      ]);
      expect(problems).toEqual(['coingecko: the answer is not JSON']);
    }, waits);
    expect(standIn('coingecko').asked[0]?.key).toBe('demo');
    // What CoinPaprika's word rests on is not known yet: it is no second witness.
    expect(agreedPrice('LTC', rates.quotesOf('LTC'), { accepted: [], recent: [] }, now)).toEqual({
      kind: 'same-backing',
    });
  });

  it('ask no more once the pool has ended', async () => {
    const silent = await standInSource();
    silent.fault = 'silent';
    const closes: (() => Promise<void>)[] = [];
    openMarketRates([{ source: 'kraken', url: new URL(silent.url) }], {
      clock: { now: () => now },
      onProblem: () => undefined,
      onBackingProblem: () => undefined,
      onOpen: (_part, close) => closes.push(close),
    });
    await vi.waitFor(() => expect(silent.asked).toHaveLength(1), waits);
    for (const close of closes) await close();
    expect(silent.asked).toHaveLength(1);
    await silent.close();
  });

  it('send no key that is not one line, and keep it out of what is reported', async () => {
    const source = await standInSource('x-cg-demo-api-key');
    const closes: (() => Promise<void>)[] = [];
    writeFileSync(join(directory, 'lines'), 'secret\nand more\n');
    const said: (string | undefined)[] = [];
    openMarketRates([{ source: 'coingecko', url: new URL(source.url), keyFile: join(directory, 'lines') }], {
      clock: { now: () => now },
      onProblem: (_source, problem) => said.push(problem),
      onBackingProblem: () => undefined,
      onOpen: (_part, close) => closes.push(close),
    });
    await vi.waitFor(() => expect(said).toHaveLength(1), waits);
    expect(said).toEqual(['the file of its key does not hold one line without blanks']);
    expect(source.asked).toEqual([]);
    for (const close of closes) await close();
    await source.close();
  });
});
