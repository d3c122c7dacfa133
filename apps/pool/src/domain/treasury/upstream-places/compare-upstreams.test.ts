import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import type { TakenCoin, WatchedExchange } from '../../kernel/exchange.ts';
import type { UpstreamTerms } from '../../kernel/upstream-terms.ts';
import { createTestContext, type TestContext } from '../../testing/create-test-context.ts';
import { listUpstreamPlaces } from '../../views/list-upstream-places.ts';
import { compareUpstreams } from './compare-upstreams.ts';
import { isFoundOurs, selectUpstreamPlaces } from './upstream-place.ts';

const minute = 60_000;
const [one, other] = [
  '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH',
  '1CGruXHmMWXkcaDYoG9wxJr5hVfuYMqU9nZYmG5rCPJGc',
];
const upstream: UpstreamTerms = {
  name: 'other-pool',
  algorithm: 'blake3',
  coin: 'ALPH',
  network: 'ALPH',
  feePpm: 0,
  incomeMax: 1n,
  paysTo: 'gate',
  payoutAddress: one,
};

describe.each(oneEngine())('where another pool pays to, on %s', (engine) => {
  let ctx: TestContext;
  let says: TakenCoin | Error;
  let owns: boolean | Error;
  let asked: number;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await ctx.db.query(sql`DELETE FROM upstream_places`);
    says = { kind: 'taken', addresses: [one] };
    owns = true;
    asked = 0;
  });
  afterAll(() => ctx.close());

  const answer = <T>(value: T | Error): T => {
    if (value instanceof Error) throw value;
    return value;
  };
  const exchange = {
    name: 'gate',
    takes: async () => {
      asked += 1;
      return answer(says);
    },
  } as Partial<WatchedExchange> as WatchedExchange;
  const compare = async (upstreams: readonly UpstreamTerms[] = [upstream], isStart = false) => {
    const found = await compareUpstreams(
      { ...ctx, exchanges: [exchange], arrivals: { owns: async () => answer(owns) } },
      upstreams,
      isStart,
    );
    ctx.advance(minute);
    return found;
  };
  const mayGive = async (terms = upstream): Promise<boolean> =>
    isFoundOurs(await selectUpstreamPlaces(ctx.db), terms, ctx.clock.now());

  it('is ours where the exchange has the address; work is given from then on, and for a week without an answer', async () => {
    expect(await mayGive()).toBe(false);
    expect(await listUpstreamPlaces(ctx, [upstream])).toMatchObject([{ state: 'not-asked', askedAt: null }]);
    expect(await compare()).toEqual([]);
    expect(await mayGive()).toBe(true);
    expect(await listUpstreamPlaces(ctx, [upstream])).toMatchObject([
      { upstream: 'other-pool', place: 'gate', address: one, state: 'ours', why: null },
    ]);
    // It is asked again after ten minutes.
    await compare();
    expect(asked).toBe(1);
    says = new Error('no answer');
    ctx.advance(10 * minute);
    await compare();
    expect(asked).toBe(2);
    expect(await mayGive()).toBe(true);
    expect(await listUpstreamPlaces(ctx, [upstream])).toMatchObject([{ state: 'ours', why: 'no answer' }]);
    ctx.advance(7 * 24 * 60 * minute);
    await compare();
    expect(await mayGive()).toBe(false);
    says = { kind: 'taken', addresses: [other, one] };
    await compare();
    expect(await mayGive()).toBe(true);
  });

  it('is not known, and gives no work, while the exchange does not answer from the first', async () => {
    says = new Error('ECONNREFUSED\n\u001b[31m');
    expect(await compare([upstream], true)).toEqual([]);
    expect(await mayGive()).toBe(false);
    expect(await listUpstreamPlaces(ctx, [upstream])).toMatchObject([{ state: 'unanswered' }]);
    // It is asked each minute.
    await compare();
    await compare();
    expect(asked).toBe(3);
    says = { kind: 'taken', addresses: [one], closed: 'gate takes no ALPH by ALPH at the moment' };
    await compare();
    expect(await mayGive()).toBe(true);
    expect(await listUpstreamPlaces(ctx, [upstream])).toMatchObject([
      { state: 'ours', why: 'gate takes no ALPH by ALPH at the moment' },
    ]);
  });

  it.each<[name: string, terms: Partial<UpstreamTerms>, taken: TakenCoin, why: string]>([
    [
      'has another address',
      {},
      { kind: 'taken', addresses: [other] },
      `${one} is not one of the addresses that gate has for ALPH: ${other}`,
    ],
    [
      'does not take the coin',
      {},
      { kind: 'not-taken', why: 'gate has \u001b[31mno ALPH' },
      'gate has  [31mno ALPH',
    ],
    [
      'is not in the settings',
      { paysTo: 'kraken' },
      { kind: 'taken', addresses: [one] },
      'the settings name no exchange kraken that is asked for ALPH',
    ],
  ])('is none of ours where the exchange %s', async (_name, terms, taken, why) => {
    says = taken;
    const named = { ...upstream, ...terms };
    expect(await compare([named], true)).toEqual([{ upstream: 'other-pool', why }]);
    expect(await mayGive(named)).toBe(false);
    expect(await listUpstreamPlaces(ctx, [named])).toMatchObject([{ state: 'not-ours', why }]);
  });

  it('gives no work once two looks in a row have not found it, and again with the first that has', async () => {
    await compare();
    says = { kind: 'taken', addresses: [other] };
    ctx.advance(10 * minute);
    expect(await compare()).toHaveLength(1);
    expect(await mayGive()).toBe(true);
    // What is not answered neither is a miss nor ends one.
    says = new Error('no answer');
    ctx.advance(10 * minute);
    await compare();
    expect(await mayGive()).toBe(true);
    says = { kind: 'taken', addresses: [other] };
    ctx.advance(10 * minute);
    await compare();
    expect(await mayGive()).toBe(false);
    says = { kind: 'taken', addresses: [one] };
    await compare();
    expect(await mayGive()).toBe(true);
  });

  it('gives no work with the first look of a start that has not found it: no one asks again', async () => {
    await compare();
    says = { kind: 'taken', addresses: [other] };
    expect(await compare([upstream], true)).toHaveLength(1);
    expect(await mayGive()).toBe(false);
  });

  it.each<[string, TakenCoin]>([
    ['names nothing', { kind: 'not-taken', why: 'gate has no address of this account for ALPH by ALPH' }],
    ['names no address', { kind: 'taken', addresses: [] }],
  ])(
    'ends no start within a week after it was found ours where the exchange %s; its work is withheld',
    async (_, taken) => {
      const why = taken.kind === 'not-taken' ? taken.why : 'gate has no address of this account for ALPH';
      await compare();
      says = taken;
      expect(await compare([upstream], true)).toEqual([]);
      expect(await mayGive()).toBe(false);
      expect(await listUpstreamPlaces(ctx, [upstream])).toMatchObject([{ state: 'unanswered', why }]);
      expect(await compare([upstream], true)).toEqual([]);
      // Work is given again with the first answer that has it, which is asked for each minute.
      says = { kind: 'taken', addresses: [one] };
      await compare();
      expect(asked).toBe(4);
      expect(await mayGive()).toBe(true);
      // Another address is a clear answer, and so is nothing once the week is over, or of another address than the one that was found.
      says = taken;
      const moved = { ...upstream, payoutAddress: other };
      expect(await compare([moved], true)).toHaveLength(1);
      await ctx.db.query(sql`DELETE FROM upstream_places`);
      says = { kind: 'taken', addresses: [one] };
      await compare();
      says = taken;
      ctx.advance(7 * 24 * 60 * minute);
      expect(await compare([upstream], true)).toEqual([{ upstream: 'other-pool', why }]);
    },
  );

  it('ends a start within that week where the exchange names other addresses', async () => {
    await compare();
    says = { kind: 'taken', addresses: [other] };
    expect(await compare([upstream], true)).toHaveLength(1);
    // Nothing after that does not make it ours again.
    says = { kind: 'not-taken', why: 'gate has no ALPH' };
    expect(await compare([upstream], true)).toHaveLength(1);
    expect(await mayGive()).toBe(false);
  });

  it('ends no start either after the pool had withheld its work for that, looks before', async () => {
    await compare();
    says = { kind: 'not-taken', why: 'gate has no ALPH' };
    ctx.advance(10 * minute);
    expect(await compare()).toEqual([]);
    expect(await mayGive()).toBe(true);
    expect(await compare()).toEqual([]);
    expect(await mayGive()).toBe(false);
    expect(await compare([upstream], true)).toEqual([]);
    says = { kind: 'taken', addresses: [other] };
    expect(await compare([upstream], true)).toHaveLength(1);
  });

  it('is asked again once the settings say something else', async () => {
    await compare();
    const moved = { ...upstream, payoutAddress: other };
    expect(await mayGive(moved)).toBe(false);
    expect(await compare([moved])).toHaveLength(1);
    expect(await mayGive(upstream)).toBe(false);
  });

  it('is one of the wallet by the word of that', async () => {
    const { paysTo: _paysTo, ...ofWallet } = upstream;
    expect(await compare([ofWallet], true)).toEqual([]);
    expect(await mayGive(ofWallet)).toBe(true);
    owns = false;
    expect(await compare([ofWallet], true)).toEqual([
      { upstream: 'other-pool', why: `${one} is no address of the wallet of ALPH` },
    ]);
    owns = new Error('no node answers');
    expect(await compare([{ ...ofWallet, payoutAddress: other }], true)).toEqual([]);
    expect(await mayGive({ ...ofWallet, payoutAddress: other })).toBe(false);
  });

  it('need not be known of a pool on a test network whose settings name none', async () => {
    const { paysTo: _paysTo, payoutAddress: _payoutAddress, ...bare } = upstream;
    expect(await mayGive(bare)).toBe(true);
    expect(await listUpstreamPlaces(ctx, [bare])).toEqual([]);
  });
});
