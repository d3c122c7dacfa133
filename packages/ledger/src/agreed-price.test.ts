import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreedPrice, type Precedents, type Quote } from './agreed-price.ts';

const now = 1_000_000_000;
const nothing: Precedents = { accepted: [], recent: [] };
const quote = (rateSource: string, usd: string, age = 0, pair = 'BTC/USD'): Quote => ({
  rateSource,
  usd,
  observedAt: now - age,
  pair,
});
const judge = (quotes: readonly Quote[], precedents = nothing) => agreedPrice('BTC', quotes, precedents, now);

describe('agreedPrice', () => {
  it('takes two sources within five percent, the lower for what it takes and the higher for what it gives, and keeps both [R1]', () => {
    const [a, b] = [quote('a', '105', 10), quote('b', '100', 30)];
    expect(judge([a, b])).toEqual({
      kind: 'agreed',
      usd: '100',
      askUsd: '105',
      observedAt: now - 30,
      quotes: [b, a],
    });
    const c = quote('c', '101');
    expect(judge([a, b, c])).toMatchObject({ kind: 'agreed', usd: '101', askUsd: '101' });
    expect(judge([a, b, c, quote('d', '103')])).toMatchObject({ usd: '101', askUsd: '103' });
  });

  it('refuses sources further apart, however many agree with each other [R1]', () => {
    expect(judge([quote('a', '105.000001'), quote('b', '100')])).toEqual({ kind: 'divergent' });
    expect(judge([quote('a', '100'), quote('b', '100'), quote('c', '1000000000')])).toEqual({
      kind: 'divergent',
    });
  });

  it('does not count a source twice, a stale or future quote, or one of another pair [R1]', () => {
    const alone = { kind: 'single-source' };
    expect(judge([quote('a', '100'), quote('a', '100', 5)])).toEqual(alone);
    expect(judge([quote('a', '100'), quote('b', '100', 600_001)])).toEqual(alone);
    expect(judge([quote('a', '100'), quote('b', '100', -60_001)])).toEqual(alone);
    expect(judge([quote('a', '100'), quote('b', '100', 0, 'USD/BTC')])).toEqual(alone);
    expect(judge([quote('a', '100'), quote('b', 'NaN')])).toEqual(alone);
    expect(judge([quote('a', '100', 600_001)])).toEqual({ kind: 'missing' });
    expect(judge([])).toEqual({ kind: 'missing' });
  });

  it('takes one source only within twenty percent of what was accepted and of the last five minutes [R1]', () => {
    const recent = [quote('a', '100', 60_000), quote('b', '101', 120_000), quote('a', '99', 299_000)];
    const known = { accepted: ['100', '98'], recent };
    expect(judge([quote('a', '117')], known)).toMatchObject({ kind: 'agreed', usd: '117' });
    expect(judge([quote('a', '120')], { accepted: ['100'], recent })).toMatchObject({ kind: 'agreed' });
    expect(judge([quote('a', '120.01')], { accepted: ['100'], recent })).toEqual({ kind: 'single-source' });
    expect(judge([quote('a', '118')], known)).toEqual({ kind: 'single-source' });
    expect(judge([quote('a', '100')], { accepted: [], recent })).toEqual({ kind: 'single-source' });
    expect(judge([quote('a', '100')], { accepted: ['100'], recent: [] })).toEqual({ kind: 'single-source' });
    const old = [quote('a', '100', 300_001)];
    expect(judge([quote('a', '100')], { accepted: ['100'], recent: old })).toEqual({ kind: 'single-source' });
  });

  it('takes a sole source at its word where there is no other by nature, as long as it is fresh [R1]', () => {
    expect(agreedPrice('BTC', [quote('s', '7')], nothing, now, true)).toMatchObject({ usd: '7' });
    expect(agreedPrice('BTC', [quote('s', '7', 600_001)], nothing, now, true)).toEqual({ kind: 'missing' });
  });

  it('never moves money at a spike of one source, whatever the others and the past say [R1]', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 9n });
    const text = (amount: bigint) => `${amount / 100n}.${(amount % 100n).toString().padStart(2, '0')}`;
    fc.assert(
      fc.property(cents, fc.nat({ max: 3 }), fc.boolean(), (price, others, isUp) => {
        const spike = isUp ? text(price * 10n ** 7n) : '0.000000001';
        const quotes = [
          quote('mad', spike),
          ...Array.from({ length: others }, (_, index) => quote(`${index}`, text(price))),
        ];
        const recent = Array.from({ length: 5 }, (_, index) => quote('mad', text(price), 1000 * (index + 1)));
        expect(judge(quotes, { accepted: [text(price)], recent }).kind).not.toBe('agreed');
      }),
    );
  });

  it('answers the same in whatever order the sources speak, and a price that one of them said [R1]', () => {
    const some = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 95, max: 107 })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(some, (said) => {
        const quotes = said.map(([source, usd], index) => quote(source, usd.toString(), index));
        const outcome = judge(quotes);
        expect(judge(quotes.toReversed())).toEqual(outcome);
        if (outcome.kind === 'agreed') expect(quotes.map(({ usd }) => usd)).toContain(outcome.usd);
      }),
    );
  });
});
