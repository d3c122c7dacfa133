import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner, ltcMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { grantCustomCode } from '../referrals/grant-custom-code.ts';
import { lookUpAddress } from './look-up-address.ts';

describe.each(testEngines())('lookUpAddress on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('answers fresh for a valid address without work, and writes nothing', async () => {
    const found = await lookUpAddress(ctx, { coin: 'doge', text: ` ${dogeMiner.address} ` });
    expect(found).toMatchObject({
      kind: 'found',
      fresh: true,
      balance: { total: 0n },
      miner: { address: dogeMiner.address, network: 'DOGE', memo: null },
      compatible: ['DOGE'],
    });
    expect(await ctx.db.query(sql`SELECT 1 FROM miners`)).toEqual([]);
    expect(found).toMatchObject({ codes: { ordinary: null, custom: null, feePpm: 10_000 } });
  });

  it("misses the memo only where the chain has one, the address is an exchange's and none was given [addr-07]", async () => {
    const address = 'rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV';
    const flagged = [`XRP:${address}`, `DOGE:${dogeMiner.address}`];
    const missing = async (coin: string, text: string, known = flagged) => {
      const found = await lookUpAddress(
        ctx,
        { coin, text },
        { isFlagged: (symbol, of) => known.includes(`${symbol}:${of}`) },
      );
      return found.kind === 'found' && found.memoMissing;
    };
    expect(await missing('XRP', address)).toBe(true);
    expect(await missing('XRP', `${address}:12345`)).toBe(false);
    expect(await missing('XRP', address, [])).toBe(false);
    expect(await missing('DOGE', dogeMiner.address)).toBe(false);
  });

  it('finds the same miner once its first share is in the database', async () => {
    const before = await lookUpAddress(ctx, { coin: 'DOGE', text: dogeMiner.address });
    await recordWork(ctx, buildBatch('11111111-1111-4111-8111-111111111111'));
    const after = await lookUpAddress(ctx, { coin: 'DOGE', text: dogeMiner.address });
    expect(after).toMatchObject({ kind: 'found', fresh: false });
    if (before.kind !== 'found' || after.kind !== 'found') throw new Error('not found');
    expect(after.miner.uuid).toBe(before.miner.uuid);
    expect(after.miner.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('knows the codes of a miner, and its fee by the codes of its workers that are online [L9]', async () => {
    await recordWork(ctx, buildBatch('33333333-3333-4333-8333-333333333333', buildLine({ miner: btcMiner })));
    const owner = await lookUpAddress(ctx, { coin: 'BTC', text: btcMiner.address });
    if (owner.kind !== 'found') throw new Error('not found');
    expect(owner.codes).toEqual({
      ordinary: expect.stringMatching(/^[a-z2-9]{4}-[a-z2-9]{4}$/),
      custom: null,
      feePpm: 10_000,
    });
    await grantCustomCode(ctx, { uuid: owner.miner.uuid, code: 'our-farm', tier: 0 });
    expect(await lookUpAddress(ctx, { coin: 'BTC', text: btcMiner.address })).toMatchObject({
      codes: { custom: 'our-farm', feePpm: 10_000 },
    });
    const referralCode = owner.codes.ordinary;
    await recordWork(ctx, buildBatch('44444444-4444-4444-8444-444444444444', buildLine({ referralCode })));
    expect(await lookUpAddress(ctx, { coin: 'DOGE', text: dogeMiner.address })).toMatchObject({
      codes: { feePpm: 7500 },
    });
  });

  it('calls a miner inactive after thirty days without work', async () => {
    const lookUp = () => lookUpAddress(ctx, { coin: 'DOGE', text: dogeMiner.address });
    ctx.setNow(testStart + 30 * 24 * 3_600_000 - 1);
    expect(await lookUp()).toMatchObject({ fresh: false, inactive: false });
    ctx.advance(1);
    expect(await lookUp()).toMatchObject({ fresh: false, inactive: true });
    const unseen = { coin: 'LTC', text: ltcMiner.address };
    expect(await lookUpAddress(ctx, unseen)).toMatchObject({ fresh: true, inactive: false });
    const line = buildLine({ firstAt: ctx.clock.now(), lastAt: ctx.clock.now() });
    await recordWork(ctx, buildBatch('22222222-2222-4222-8222-222222222222', line));
    expect(await lookUp()).toMatchObject({ inactive: false });
  });

  it('says what is wrong with anything else', async () => {
    expect(await lookUpAddress(ctx, { coin: 'NOPE', text: 'x' })).toEqual({ kind: 'unknown-coin' });
    expect(
      await lookUpAddress(ctx, { coin: 'DOGE', text: `${dogeMiner.address.slice(0, -1)}V` }),
    ).toMatchObject({
      kind: 'bad-address',
      outcome: { kind: 'wrong-checksum' },
    });
    expect(await lookUpAddress(ctx, { coin: 'DOGE', text: 'hello' })).toMatchObject({
      kind: 'bad-address',
      outcome: { kind: 'no-network-matches', networks: ['Dogecoin', 'BNB Smart Chain'] },
    });
  });
});
