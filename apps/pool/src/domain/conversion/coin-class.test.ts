import type { Agreement } from '@openlode/ledger/agreed-price';
import type { ConversionSpreads } from '@openlode/ledger/conversion-spread';
import { describe, expect, it } from 'vitest';
import { openSoldFirst, publishedClass } from './coin-class.ts';

const spreads = (more: Partial<ConversionSpreads> = {}): ConversionSpreads => ({
  ppm: { stable: 0, liquid: 0, thin: 0 },
  named: new Map(),
  sellsThinFirst: true,
  ...more,
});
/** One of them is the word of a market itself. */
const quotes = [{ isSecondHand: true }, { isSecondHand: false }];
const market = (kind: Agreement['kind'], severalLately: readonly string[] = []) => ({
  agreementOf: () => ({ kind, witnesses: 1, quotes }) as Agreement,
  isSole: false,
  severalLately: new Set(severalLately),
});
const isSoldFirst = (...rest: Parameters<typeof openSoldFirst>) => openSoldFirst(...rest)?.('XEL');

describe('what is sold first', () => {
  it('is a coin of which one witness alone has a price, or that is named thin', () => {
    expect(isSoldFirst(spreads(), market('agreed'))).toBe(true);
    expect(isSoldFirst(spreads(), market('single-source'))).toBe(true);
    expect(isSoldFirst(spreads(), market('divergent'))).toBe(false);
    expect(isSoldFirst(spreads({ sellsThinFirst: false }), market('agreed'))).toBeUndefined();
  });

  it('is none whose sources are away: without a price it waits for one, and one that several had lately is not thin', () => {
    expect(isSoldFirst(spreads(), market('missing'))).toBe(false);
    expect(isSoldFirst(spreads(), market('agreed', ['XEL']))).toBe(false);
    expect(isSoldFirst(spreads(), market('single-source', ['XEL']))).toBe(false);
    const named = new Map([['XEL', 'thin'] as const]);
    expect(isSoldFirst(spreads({ named }), market('missing', ['XEL']))).toBe(true);
  });
});

describe('what is published', () => {
  const ppm = { stable: 0, liquid: 3000, thin: 10_000 };
  const classOf = (kind: Agreement['kind'], more: Partial<ConversionSpreads> = {}) =>
    publishedClass('XEL', spreads({ ppm, ...more }), {
      ...market(kind),
      agreementOf: () => ({ kind, witnesses: 2, quotes }) as Agreement,
    });

  it('is the class that keeps back more while sources contradict each other or jump, unless an operator has named one', () => {
    expect(classOf('agreed')).toBe('liquid');
    expect([classOf('divergent'), classOf('jump'), classOf('single-source')]).toEqual([
      'thin',
      'thin',
      'thin',
    ]);
    expect(classOf('divergent', { named: new Map([['XEL', 'liquid']]) })).toBe('liquid');
    expect(classOf('divergent', { ppm: { ...ppm, liquid: 20_000 } })).toBe('liquid');
  });
});
