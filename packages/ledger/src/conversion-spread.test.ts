import { describe, expect, it } from 'vitest';
import type { Agreement } from './agreed-price.ts';
import { marketClass, spreadBetween } from './conversion-spread.ts';

const agreed = (witnesses: number, secondHand: readonly boolean[] = []): Agreement => ({
  kind: 'agreed',
  usd: '1',
  askUsd: '1',
  witnesses,
  observedAt: 0,
  quotes: secondHand.map((isSecondHand) => ({
    rateSource: 'a',
    pair: 'XEL/USD',
    usd: '1',
    observedAt: 0,
    isSecondHand,
  })),
});

describe('the class of a coin by its market', () => {
  it.each([
    ['two witnesses agree', agreed(2), 'liquid'],
    ['an exchange and an aggregator agree', agreed(2, [true, false]), 'liquid'],
    ['two aggregators alone agree', agreed(2, [true, true]), 'thin'],
    ['one witness has a price', agreed(1), 'thin'],
    ['one source has a price, and nothing confirms it', { kind: 'single-source' }, 'thin'],
    ['all prices rest on one venue', { kind: 'same-backing' }, 'thin'],
    ['no source has a price', { kind: 'missing' }, 'thin'],
    ['sources contradict each other', { kind: 'divergent' }, 'liquid'],
    ['aggregators have jumped', { kind: 'jump' }, 'liquid'],
  ] as const)('where %s', (_title, agreement, expected) => {
    expect(marketClass(agreement, false)).toBe(expected);
  });

  it('says nothing where the market has one source by its nature', () => {
    expect(marketClass(agreed(1), true)).toBe('liquid');
  });
});

describe('spreadBetween', () => {
  const spreadOf = (coin: string) => (coin === 'XEL' ? 6000 : 1500);

  it('is that of both coins together, and nothing without a conversion or a setting', () => {
    expect(spreadBetween('XEL', 'LTC', spreadOf)).toBe(7500);
    expect(spreadBetween('LTC', 'XEL', spreadOf)).toBe(7500);
    expect(spreadBetween('XEL', 'XEL', spreadOf)).toBe(0);
    expect(spreadBetween('XEL', 'LTC', undefined)).toBe(0);
  });
});
