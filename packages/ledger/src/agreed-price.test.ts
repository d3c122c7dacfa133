import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreedPrice, type Precedents, type Quote } from './agreed-price.ts';
import type { Backing } from './backing.ts';

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
      witnesses: 2,
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

  it('sells at the middle bid and buys at the middle ask, and takes no quote whose sides are out of order or far apart [R1]', () => {
    const sides = (rateSource: string, bidUsd: string, usd: string, askUsd: string): Quote => ({
      ...quote(rateSource, usd),
      bidUsd,
      askUsd,
    });
    const [a, b, c] = [
      sides('a', '99', '100', '100.9'),
      sides('b', '100', '100.5', '101'),
      quote('c', '100.2'),
    ];
    expect(judge([a, b])).toMatchObject({ usd: '99', askUsd: '101' });
    expect(judge([a, b, c])).toMatchObject({ usd: '100', askUsd: '100.9' });
    for (const bad of [
      sides('b', '101', '100.5', '102'),
      sides('b', '100', '103', '102'),
      sides('b', '100', '101', '102.01'),
      sides('b', '0', '101', '102'),
      sides('b', '100', '101', 'NaN'),
    ])
      expect(judge([a, bad])).toEqual({ kind: 'single-source' });
  });

  it('counts sources that rest on one venue as one witness, and one of unknown backing as none beside others [R1]', () => {
    const on = (rateSource: string, backing: Backing): Quote => ({ ...quote(rateSource, '100'), backing });
    const gate: Backing = { kind: 'venue', venue: 'gate' };
    const [broad, unknown]: readonly [Backing, Backing] = [{ kind: 'broad' }, { kind: 'unknown' }];
    const same = { kind: 'same-backing' };
    expect(judge([on('a', gate), on('b', gate)])).toEqual(same);
    expect(judge([on('a', gate), on('b', gate), on('c', unknown)])).toEqual(same);
    expect(judge([on('a', unknown), on('b', unknown)])).toEqual(same);
    expect(judge([on('a', broad), on('b', unknown)])).toEqual(same);
    expect(judge([on('a', gate)])).toEqual({ kind: 'single-source' });
    expect(judge([on('a', gate), on('b', { kind: 'venue', venue: 'kraken' })])).toMatchObject({
      witnesses: 2,
    });
    expect(judge([on('a', gate), on('b', broad), on('c', gate)])).toMatchObject({ witnesses: 2 });
    expect(judge([on('a', broad), on('b', broad)])).toMatchObject({ witnesses: 2 });
  });

  it('takes several sources of one venue only where what was accepted before confirms each of them [R1]', () => {
    const backing: Backing = { kind: 'venue', venue: 'gate' };
    const two = [
      { ...quote('a', '117'), backing },
      { ...quote('b', '121'), backing },
    ];
    const known = { accepted: ['100'], recent: [quote('a', '101', 60_000)] };
    expect(judge(two, known)).toEqual({ kind: 'same-backing' });
    expect(judge([two[0] ?? quote('a', '1'), { ...quote('b', '119'), backing }], known)).toMatchObject({
      kind: 'agreed',
      witnesses: 1,
    });
  });

  it('takes aggregators alone only near what was converted at of late, and with an exchange beside them anywhere [R1]', () => {
    const aggregated = (rateSource: string, usd: string): Quote => ({
      ...quote(rateSource, usd),
      isSecondHand: true,
      backing: { kind: 'broad' },
    });
    const two = [aggregated('a', '300'), aggregated('b', '301')];
    expect(judge(two, { ...nothing, lately: ['100'] })).toEqual({ kind: 'jump' });
    expect(judge(two, { ...nothing, lately: ['252', '251'] })).toMatchObject({
      kind: 'agreed',
      witnesses: 2,
    });
    expect(judge(two)).toMatchObject({ kind: 'agreed' });
    // In steps of less than a fifth each: the first price of the three days holds the last one back.
    expect(judge(two, { ...nothing, lately: ['252', '212'] })).toEqual({ kind: 'jump' });
    const exchange: Quote = { ...quote('x', '300'), backing: { kind: 'venue', venue: 'kraken' } };
    expect(judge([...two, exchange], { ...nothing, lately: ['100'] })).toMatchObject({
      kind: 'agreed',
      witnesses: 3,
    });
  });

  it('remembers what a source said the last times that it was asked, however seldom that is [R1]', () => {
    const sixMinutes = 360_000;
    const before = { ...quote('a', '100', 700_000), everyMs: sixMinutes };
    expect(judge([quote('a', '101')], { accepted: ['100'], recent: [before] })).toMatchObject({
      kind: 'agreed',
    });
    const long = { ...quote('a', '100', 1_080_001), everyMs: sixMinutes };
    expect(judge([quote('a', '101')], { accepted: ['100'], recent: [long] })).toEqual({
      kind: 'single-source',
    });
    const future = { ...before, observedAt: now + 60_001 };
    expect(judge([quote('a', '101')], { accepted: ['100'], recent: [future] })).toEqual({
      kind: 'single-source',
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

  it('never buys below what it sells at, and agrees on nothing where one venue stands behind all of it [R1]', () => {
    const cents = fc.integer({ min: 9_500, max: 10_000 });
    const backing = fc.constantFrom<Backing>(
      { kind: 'venue', venue: 'gate' },
      { kind: 'venue', venue: 'kraken' },
      { kind: 'broad' },
      { kind: 'unknown' },
    );
    const said = fc.array(fc.tuple(cents, fc.nat({ max: 95 }), fc.nat({ max: 95 }), backing), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(said, (words) => {
        const quotes = words.map(
          ([mid, below, above, rests], index): Quote => ({
            ...quote(`${index}`, `${mid}`),
            bidUsd: `${mid - below}`,
            askUsd: `${mid + above}`,
            backing: rests,
          }),
        );
        const outcome = judge(quotes);
        const venues = new Set(
          words.map(([, , , rests]) => (rests.kind === 'venue' ? rests.venue : rests.kind)),
        );
        if (words.length > 1 && venues.size === 1 && !venues.has('broad'))
          expect(outcome.kind).not.toBe('agreed');
        if (outcome.kind !== 'agreed') return;
        expect(outcome.witnesses).toBeGreaterThan(1);
        expect(BigInt(outcome.usd)).toBeLessThanOrEqual(BigInt(outcome.askUsd));
        expect(quotes.map(({ bidUsd }) => bidUsd)).toContain(outcome.usd);
        expect(quotes.map(({ askUsd }) => askUsd)).toContain(outcome.askUsd);
      }),
    );
  });
});
