import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../runtime/database/database.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { checkLedger, isLedgerSound } from '../ledger/check-ledger.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { creditARound } from '../testing/credit-a-round.ts';
import { moveFunds } from '../treasury/move-funds.ts';
import { readExposure } from '../treasury/read-exposure.ts';
import { approveConversions } from './approve-conversions.ts';
import { convertPending } from './convert-pending.ts';
import { readHeldConversions } from './held-conversions.ts';

const dollar = 10n ** 18n;

describe.each(oneEngine())('what conversions may leave open, on %s', (engine) => {
  let base: TestContext;
  let ctx: TestContext;
  beforeAll(async () => {
    base = await createTestContext(engine);
    const exposure = { coinUsd: 8000n * dollar, allUsd: 16_000n * dollar };
    ctx = {
      ...base,
      conversionCaps: { eachUsd: 10_000_000n * dollar, hourUsd: 10_000_000n * dollar, exposure },
    };
  });
  afterAll(() => base.close());

  const waiting = async () => (await readHeldConversions(ctx)).map(({ id, why }) => [id, why]);
  const trade = (reference: string) =>
    moveFunds(
      { ...ctx, actor: 'ann' },
      {
        kind: 'trade',
        amount: '0.075',
        coin: 'BTC',
        bought: { amount: '30000', coin: 'DOGE' },
        reference,
        reason: 'sold',
      },
    );

  it('makes the next reward wait until a trade has closed some of it [L19]', async () => {
    await creditARound(ctx, 'a');
    expect(await waiting()).toEqual([]);
    expect(await readExposure(ctx)).toEqual({
      coins: [
        { coin: 'BTC', amount: '0.075', usd: '7500', isOver: false },
        { coin: 'DOGE', amount: '-30000', usd: '7500', isOver: false },
      ],
      allUsd: '15000',
      coinLimitUsd: '8000',
      allLimitUsd: '16000',
      isAllOver: false,
    });
    await creditARound(ctx, 'b');
    // The miner who is paid in BTC was credited at once.
    expect(await waiting()).toEqual([['2/1/1', 'over-exposure']]);
    ctx.advance(1000);
    expect(await convertPending(ctx)).toBe(0);
    expect(await waiting()).toEqual([['2/1/1', 'over-exposure']]);
    expect(await trade('order 1')).toMatchObject({ kind: 'booked' });
    expect(await convertPending(ctx)).toBe(1);
    expect(await waiting()).toEqual([]);
    expect((await readExposure(ctx)).allUsd).toBe('15000');
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('is no limit for what an operator lets through, and says so', async () => {
    await creditARound(ctx, 'c');
    ctx.advance(1000);
    expect(await waiting()).toEqual([['3/1/1', 'over-exposure']]);
    const approved = await approveConversions(ctx, { id: '3/1/1', reason: 'it is sold elsewhere' });
    expect(approved).toEqual({ kind: 'approved', parts: 1 });
    expect(await convertPending(ctx)).toBe(1);
    expect(await readExposure(ctx)).toMatchObject({
      coins: [
        { coin: 'BTC', isOver: true },
        { coin: 'DOGE', isOver: true },
      ],
      allUsd: '30000',
      isAllOver: true,
    });
    const [row] = await ctx.db.query(
      sql`SELECT count(*)::int AS count FROM credits WHERE waiting IS NOT NULL`,
    );
    expect(row).toEqual({ count: 0 });
  });

  it('begins no transaction for what there is no room for', async () => {
    await creditARound(ctx, 'd');
    ctx.advance(1000);
    expect(await waiting()).toEqual([['4/1/1', 'over-exposure']]);
    let transactions = 0;
    const db: Database = {
      ...ctx.db,
      query: (statement) => ctx.db.query(statement),
      transaction: (work, options) => {
        transactions += 1;
        return ctx.db.transaction(work, options);
      },
    };
    expect([await convertPending({ ...ctx, db }), transactions]).toEqual([0, 0]);
    for (const order of ['order 2', 'order 3']) expect(await trade(order)).toMatchObject({ kind: 'booked' });
    expect(await convertPending(ctx)).toBe(1);
  });
});

describe.each(oneEngine())('what an operator lets through, on %s', (engine) => {
  let base: TestContext;
  beforeAll(async () => {
    base = await createTestContext(engine);
  });
  afterAll(() => base.close());

  it('leaves less room for what is converted with it', async () => {
    const exposure = { coinUsd: 8000n * dollar, allUsd: 16_000n * dollar };
    const caps = { eachUsd: 10_000_000n * dollar, hourUsd: 10_000_000n * dollar, exposure };
    const ctx: TestContext = { ...base, conversionCaps: caps };
    await creditARound(ctx, 'a');
    // Of the miner who is paid in DOGE 7,500 dollars in BTC, and 3,000 in LTC.
    await creditARound(ctx, 'b', [
      { asset: 'BTC', amount: 10n ** 17n },
      { asset: 'LTC', amount: 40n * dollar },
    ]);
    ctx.advance(1000);
    const waiting = async () => (await readHeldConversions(ctx)).map(({ id, why }) => [id, why]);
    expect(await waiting()).toEqual([
      ['2/1/1', 'over-exposure'],
      ['2/2/1', 'over-exposure'],
    ]);
    const sold = await moveFunds(
      { ...ctx, actor: 'ann' },
      {
        kind: 'trade',
        amount: '0.075',
        coin: 'BTC',
        bought: { amount: '30000', coin: 'DOGE' },
        reference: 'order 1',
        reason: 'sold',
      },
    );
    expect(sold).toMatchObject({ kind: 'booked' });
    await approveConversions(ctx, { id: '2/1/1', reason: 'it is sold elsewhere' });
    expect(await convertPending(ctx)).toBe(1);
    expect(await waiting()).toEqual([['2/2/1', 'over-exposure']]);
    expect(await readExposure(ctx)).toMatchObject({ allUsd: '15000', isAllOver: false });
  });
});
