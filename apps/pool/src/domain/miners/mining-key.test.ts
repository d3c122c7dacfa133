import { canonicalMiningKey } from '@openlode/mining/mining-key';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { buildBatch, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { minerUuid } from './miner-uuid.ts';
import { findMinerByKey, miningKeyOf } from './mining-key.ts';

describe('miningKeyOf', () => {
  it('is a hundred bits of the miner id in base32, the version and the variant left out', () => {
    expect(miningKeyOf('00000000-0000-8000-8000-000000000000')).toBe('K-AAAAAAAAAAAAAAAAAAAA');
    expect(miningKeyOf('ffffffff-ffff-8fff-bfff-ffffffffffff')).toBe('K-77777777777777777777');
    // The last digit that counts is the seventh of the last group.
    expect(miningKeyOf('00000000-0000-8000-8000-000000100000')).toBe('K-AAAAAAAAAAAAAAAAAAAB');
    expect(miningKeyOf('036b48cf-69d3-883c-90e0-cbd75b62d6b6')).toBe('K-ANVURT3J2OB4BYGL25NW');
  });

  it('is another one for every other miner, and always one that a login takes', () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(key, key, fc.string({ maxLength: 40 }), (one, two, address) => {
        const keyOf = (secret: Uint8Array, memo: string | null) =>
          miningKeyOf(minerUuid(secret, { coin: 'XRP', address, memo }));
        const keys = [keyOf(one, null), keyOf(one, '7'), keyOf(two, '7')];
        expect(new Set(keys).size).toBe(Buffer.compare(one, two) === 0 ? 2 : 3);
        for (const each of keys) expect(canonicalMiningKey(each)).toBe(each);
      }),
    );
  });
});

describe.each(testEngines())('findMinerByKey on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    await recordWork(ctx, buildBatch('77777777-1111-4111-8111-111111111111'));
  });
  afterAll(() => ctx.close());

  it('finds the miner that the key stands for, in any case of letters, and no other [acct-05]', async () => {
    const uuid = minerUuid(ctx.secret, dogeMiner);
    const key = miningKeyOf(uuid);
    const found = { uuid, coin: 'DOGE', address: dogeMiner.address, memo: null };
    expect(await findMinerByKey(ctx, key)).toMatchObject(found);
    expect(await findMinerByKey(ctx, key.toLowerCase())).toMatchObject(found);
    const last = key.at(-1) === 'A' ? 'B' : 'A';
    expect(await findMinerByKey(ctx, key.slice(0, -1) + last)).toBeUndefined();
    expect(await findMinerByKey(ctx, 'K-AAAAAAAAAAAAAAAAAAAA')).toBeUndefined();
    expect(await findMinerByKey(ctx, 'nonsense')).toBeUndefined();
  });

  it('tells ids apart that only differ behind the part that the index is asked for', async () => {
    const uuids = ['11111111-1111-8111-8111-111111111111', '11111111-1111-8111-b222-222222222222'];
    for (const [index, uuid] of uuids.entries())
      await ctx.db.transaction((tx) =>
        tx.query(sql`
          INSERT INTO miners (uuid, coin, network, address, memo, created_at, last_work_at)
          VALUES (${uuid}::uuid, 'DOGE', 'DOGE', ${`D${index}`}, '', ${new Date(0)}, ${new Date(0)})`),
      );
    for (const uuid of uuids) expect(await findMinerByKey(ctx, miningKeyOf(uuid))).toMatchObject({ uuid });
  });
});
