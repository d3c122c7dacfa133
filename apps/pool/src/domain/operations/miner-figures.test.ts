import {
  type LedgerAccount,
  miningAccount,
  pendingAccount,
  referralAccount,
} from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { recordWork } from '../shares/record-work.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner, ltcMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { exportEntries, type ExportedPosting } from './export-entries.ts';
import { listOwed } from './list-owed.ts';
import { minerDays } from './miner-days.ts';

const coin = 10n ** 18n;
const dayMs = 86_400_000;
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

describe.each(oneEngine())('figures of miners and entries of days, on %s', (engine) => {
  let ctx: TestContext;
  let ids: Readonly<Record<string, bigint>>;
  let booked = 0;
  const given = (asset: string, account: LedgerAccount, amount: bigint) => {
    booked += 1;
    return {
      key: `given:${booked}`,
      kind: 'given',
      at: ctx.clock.now(),
      postings: [
        { account: 'ext:suite' as const, asset, amount: -amount },
        { account, asset, amount },
      ],
    };
  };
  const give = (...what: Parameters<typeof given>) =>
    ctx.db.transaction((tx) => bookEntries(tx, [given(...what)]));
  beforeEach(async () => {
    ctx = await createTestContext(engine);
    await recordWork(
      ctx,
      buildBatch(
        '11111111-1111-4111-8111-111111111111',
        ...[dogeMiner, btcMiner, ltcMiner].map((miner) => buildLine({ miner })),
      ),
    );
    const rows = await ctx.db.query<{ coin: string; id: bigint }>(sql`SELECT coin, id FROM miners`);
    ids = Object.fromEntries(rows.map(({ coin: symbol, id }) => [symbol, id]));
  });
  afterEach(() => ctx.close());

  it('lists miners by the dollars that they are owed, referral included, and how much of the coin that is', async () => {
    await give('DOGE', miningAccount(ids['DOGE'] ?? 0n), 30n * coin);
    await give('DOGE', referralAccount(ids['DOGE'] ?? 0n), 10n * coin);
    await give('BTC', miningAccount(ids['BTC'] ?? 0n), coin / 2n);
    await give('LTC', pendingAccount(ids['LTC'] ?? 0n), coin);
    const found = await listOwed(ctx, { limit: 10 });
    expect(found.map((each) => [each.coin, each.owed, each.usd !== null, each.part])).toEqual([
      ['BTC', '0.5', true, 1],
      ['DOGE', '40', true, 1],
    ]);
    expect(found[1]).toMatchObject({ address: dogeMiner.address, memo: '', network: 'DOGE' });
    expect((await listOwed(ctx, { limit: 1 })).map((each) => each.coin)).toEqual(['BTC']);
    expect((await listOwed(ctx, { coin: 'DOGE', limit: 5 })).map((each) => each.coin)).toEqual(['DOGE']);
    // Without a running pool there is no price: by coin.
    const { rates: _, ...alone } = ctx;
    expect((await listOwed(alone, { limit: 5 })).map(({ usd }) => usd)).toEqual([null, null]);
  });

  it('gives a miner the balance at the end of each day, from what stands there now', async () => {
    const account = miningAccount(ids['DOGE'] ?? 0n);
    await give('DOGE', account, 5n * coin);
    ctx.advance(dayMs);
    await give('DOGE', account, 7n * coin);
    await give('DOGE', account, -4n * coin);
    await give('DOGE', referralAccount(ids['DOGE'] ?? 0n), coin / 4n);
    ctx.advance(2 * dayMs);
    await give('DOGE', account, -coin);
    const days = async (count: number) => {
      const found = await minerDays(ctx, { miner: `DOGE:${dogeMiner.address}`, days: count });
      if (found.kind !== 'days') throw new Error(found.kind);
      return found.days;
    };
    const all = [
      { day: dateOf(testStart + 3 * dayMs), came: '0', went: '-1', entries: 1, balance: '7.25' },
      { day: dateOf(testStart + dayMs), came: '7.25', went: '-4', entries: 3, balance: '8.25' },
      { day: dateOf(testStart), came: '5', went: '0', entries: 1, balance: '5' },
    ];
    expect(await days(30)).toEqual(all);
    expect(await days(3)).toEqual(all.slice(0, 2));
    const kind = async (miner: string) => (await minerDays(ctx, { miner, days: 3 })).kind;
    expect([await kind('nothing'), await kind('DOGE:D1')]).toEqual(['malformed-miner', 'bad-address']);
    expect(await kind('LTC:ltc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sltuq')).not.toBe(
      'days',
    );
  });

  it('exports the postings of whole days, entry by entry, with those of which there are sums alone', async () => {
    const account = miningAccount(ids['DOGE'] ?? 0n);
    await ctx.db.transaction((tx) =>
      bookEntries(
        tx,
        Array.from({ length: 510 }, () => given('DOGE', account, coin)),
      ),
    );
    ctx.advance(dayMs);
    await give('DOGE', account, coin / 2n);
    const exported = async (from: number, days: number) => {
      const taken: ExportedPosting[] = [];
      const midnight = Math.floor(from / dayMs) * dayMs;
      const done = await exportEntries(
        ctx,
        { from: new Date(midnight), before: new Date(midnight + days * dayMs) },
        async (postings) => void taken.push(...postings),
      );
      return { done, taken };
    };
    const next = await exported(testStart + dayMs, 1);
    expect(next.done).toEqual({ kind: 'exported', entries: 1, postings: 2, summed: 0 });
    expect(next.taken.map((each) => [each.kind, each.account, each.asset, each.amount])).toEqual([
      ['given', 'ext:suite', 'DOGE', '-0.5'],
      ['given', account, 'DOGE', '0.5'],
    ]);
    expect(next.taken[0]?.booked).toBe(new Date(ctx.clock.now()).toISOString());
    // More than are read at once.
    const both = await exported(testStart, 2);
    expect([both.done, both.taken.length]).toEqual([
      { kind: 'exported', entries: 511, postings: 1022, summed: 0 },
      1022,
    ]);
    expect(await exported(testStart - dayMs, 1)).toEqual({
      done: { kind: 'exported', entries: 0, postings: 0, summed: 0 },
      taken: [],
    });
  });
});
