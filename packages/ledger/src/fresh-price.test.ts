import { describe, expect, it } from 'vitest';
import { freshPrice } from './fresh-price.ts';

const now = 1_000_000_000;
const at = (observedAt: number, usd = '1.5') => freshPrice({ usd, observedAt }, now).kind;

describe('freshPrice', () => {
  it('takes a price of the last ten minutes and up to a minute ahead [R1]', () => {
    expect(freshPrice({ usd: '1.5', observedAt: now }, now)).toEqual({
      kind: 'fresh',
      price: { usd: '1.5', observedAt: now },
    });
    expect([at(now - 600_000), at(now + 60_000)]).toEqual(['fresh', 'fresh']);
  });

  it('refuses an older one, one from the future, and none [R1]', () => {
    expect([at(now - 600_001), at(now + 60_001)]).toEqual(['stale', 'future']);
    expect(freshPrice(undefined, now)).toEqual({ kind: 'missing' });
  });

  it.each(['0', '0.000', '', '-1', '1e9', 'NaN', 'Infinity', '1,000', ' 1', '1.'])(
    'refuses %j as a price [R1]',
    (usd) => {
      expect(at(now, usd)).toBe('malformed');
    },
  );

  it('refuses a price without a time [R1]', () => {
    expect([at(Number.NaN), at(Number.POSITIVE_INFINITY)]).toEqual(['malformed', 'malformed']);
  });
});
