import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { buildBatch, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { openMiner } from './open-miner.ts';

const doge = { coin: 'DOGE', text: dogeMiner.address };

describe.each(testEngines())('openMiner on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());
  const count = async () => (await ctx.db.query(sql`SELECT 1 FROM miners`)).length;

  it('writes nothing for what is no address or no coin', async () => {
    expect(await openMiner(ctx, { coin: 'DOGE', text: 'nonsense' })).toMatchObject({ kind: 'bad-address' });
    expect(await openMiner(ctx, { coin: 'NOPE', text: 'nonsense' })).toEqual({ kind: 'unknown-coin' });
    expect(await count()).toBe(0);
  });

  it('gives a fresh address one miner with one code, however often it is asked', async () => {
    const answers = await Promise.all([openMiner(ctx, doge), openMiner(ctx, doge)]);
    const third = await openMiner(ctx, doge);
    const codes = [...answers, third].map((each) =>
      each.kind === 'found' ? each.codes.ordinary : each.kind,
    );
    expect(codes[0]).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(new Set(codes).size).toBe(1);
    expect(third).toMatchObject({ fresh: false, balance: { total: 0n } });
    expect(await count()).toBe(1);
  });

  it('is the miner that its first share then finds', async () => {
    const before = await openMiner(ctx, doge);
    await recordWork(ctx, buildBatch('77777777-1111-4111-8111-111111111111'));
    expect(await count()).toBe(1);
    const after = await openMiner(ctx, doge);
    if (before.kind !== 'found' || after.kind !== 'found') throw new Error('not found');
    expect(after.codes.ordinary).toBe(before.codes.ordinary);
    expect(after.miner.uuid).toBe(before.miner.uuid);
  });
});
