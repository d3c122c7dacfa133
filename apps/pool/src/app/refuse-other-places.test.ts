import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { oneEngine } from '../runtime/database/testing/create-test-database.ts';
import type { TakenCoin, WatchedExchange } from '../domain/kernel/exchange.ts';
import type { UpstreamTerms } from '../domain/kernel/upstream-terms.ts';
import { createTestContext, type TestContext } from '../domain/testing/create-test-context.ts';
import { compareUpstreams } from '../domain/treasury/upstream-places/compare-upstreams.ts';
import { checkUpstreamPlaces } from './doctor/check-upstream-places.ts';
import { openFoundPlaces } from './found-places.ts';
import { refuseOtherPlaces } from './refuse-other-places.ts';
import { describeStartFault } from './start-fault.ts';

const terms = (name: string, coin: string): UpstreamTerms => ({
  name,
  algorithm: 'blake3',
  coin,
  network: coin,
  feePpm: 0,
  incomeMax: 1n,
  paysTo: 'gate',
  payoutAddress: `address-of-${coin}`,
});
const [mine, theirs, silent] = [terms('mine', 'ALPH'), terms('theirs', 'ERG'), terms('silent', 'IRON')];

describe.each(oneEngine())('a start, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => ctx.db.query(sql`DELETE FROM upstream_places`));
  afterAll(() => ctx.close());

  const exchange = {
    name: 'gate',
    takes: (coin: string): Promise<TakenCoin> =>
      coin === 'IRON'
        ? new Promise(() => undefined)
        : Promise.resolve({
            kind: 'taken',
            addresses: [coin === 'ALPH' ? 'address-of-ALPH' : 'a-strangers'],
          }),
  } as Partial<WatchedExchange> as WatchedExchange;
  const start = (upstreams: readonly UpstreamTerms[]) =>
    refuseOtherPlaces({ ...ctx, exchanges: [exchange], arrivals: undefined }, upstreams, 2000);

  it('is refused for good where another pool pays to an address that is none of ours, though another is silent', async () => {
    const error: unknown = await start([silent, theirs, mine]).catch((fault: unknown) => fault);
    expect(describeStartFault(error)).toEqual({
      message:
        'the file of OPENLODE_CONFIG names other pools that do not pay to a place of this one: theirs: address-of-ERG is not one of the addresses that gate has for ERG: a-strangers. Correct the file, or the address at that pool',
      exitCode: 78,
      isExpected: true,
    });
  });

  it('goes on, and withholds the work of that pool, where its exchange names no address that it named a week before', async () => {
    await start([mine]);
    const empty = { ...exchange, takes: async () => ({ kind: 'taken', addresses: [] }) } as never;
    const parts = { ...ctx, exchanges: [empty], arrivals: undefined };
    await refuseOtherPlaces(parts, [mine], 2000);
    const warned: string[] = [];
    const log = { info: () => undefined, warn: ({ why }: { why?: string }) => void warned.push(why ?? '') };
    const closing: (() => Promise<void>)[] = [];
    const order = { add: (_part: string, close: () => Promise<void>) => void closing.push(close) };
    const places = await openFoundPlaces({ ...ctx, log: log as never }, [mine], order as never);
    expect(places.mayGive(mine)).toBe(false);
    expect(warned).toEqual(['gate has no address of this account for ALPH']);
    for (const close of closing) await close();
    ctx.advance(7 * 86_400_000);
    await expect(refuseOtherPlaces(parts, [mine], 2000)).rejects.toThrow(
      'mine: gate has no address of this account for ALPH. Correct the file',
    );
  });

  it('goes on where an exchange is silent, and work of that pool is given once it has answered', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await start([mine, silent]);
    const said: string[] = [];
    const log = {
      info: (_fields: object, text: string) => void said.push(text),
      warn: ({ upstream, why }: { upstream?: string; why?: string }) => void said.push(`${upstream}: ${why}`),
    };
    const closing: (() => Promise<void>)[] = [];
    const order = { add: (_part: string, close: () => Promise<void>) => void closing.push(close) };
    const places = await openFoundPlaces({ ...ctx, log: log as never }, [mine, silent], order as never);
    const given = () => [mine, silent].map((each) => places.mayGive(each));
    expect(given()).toEqual([true, false]);
    expect(said).toEqual([
      'an upstream pool pays to a place of ours: its work is given',
      'silent: it was not asked yet',
    ]);
    const answered = { ...exchange, takes: async () => ({ kind: 'taken', addresses: ['address-of-IRON'] }) };
    await compareUpstreams(
      { ...ctx, exchanges: [answered as never], arrivals: { owns: async () => false } },
      [silent],
    );
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(given()).toEqual([true, true]));
    for (const close of closing) await close();
  });

  it('asks nothing where no pool of the settings names a place', async () => {
    await start([]);
    expect(await ctx.db.query(sql`SELECT 1 FROM upstream_places`)).toEqual([]);
  });
});

describe('the doctor', () => {
  const upstreams = [{ ...mine, ended: false }] as never;
  const check = (found: object | undefined, runs = true) =>
    checkUpstreamPlaces({ nodePool: { upstreams } } as never, runs, async () =>
      found === undefined
        ? undefined
        : [
            {
              upstream: 'mine',
              coin: 'ALPH',
              place: 'gate',
              address: 'a',
              askedAt: 0,
              why: null,
              ...found,
            } as never,
          ],
    );

  it('says whether other pools pay to places of ours', async () => {
    expect(await check({ state: 'ours' })).toMatchObject([
      { state: 'well', found: 'it pays ALPH to gate, which is ours' },
    ]);
    expect(await check({ state: 'ours', why: 'gate takes no ALPH' })).toMatchObject([
      { state: 'warning', found: 'it was found to be ours before: gate takes no ALPH' },
    ]);
    expect(await check({ state: 'not-ours', why: 'gate has no ALPH' })).toMatchObject([
      { state: 'ill', found: 'it does not pay to a place of ours: gate has no ALPH' },
    ]);
    expect(await check({ state: 'not-asked' })).toMatchObject([
      { state: 'ill', found: 'it is not known to be ours' },
    ]);
    expect(await check(undefined)).toMatchObject([{ state: 'warning' }]);
    expect(await check({}, false)).toMatchObject([{ state: 'well' }]);
  });
});
