import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createTestContext, testStart, type TestContext } from '../testing/create-test-context.ts';
import { readRefusedLogins, recordRefusedLogin } from './refused-logins.ts';
import { readRestricted, restrictMiner } from './restricted-addresses.ts';

describe.each(testEngines())('who was refused on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('is found by the address for a day, whatever the worker was, and what was typed is not stored', async () => {
    const text = 'xrp:rExchange1.rig1#AbCd-1234';
    await recordRefusedLogin(ctx, { text, reason: 'memo-missing', times: 2 });
    ctx.advance(60_000);
    await recordRefusedLogin(ctx, { text: 'XRP: rExchange1 .rig2', reason: 'memo-missing', times: 1 });
    await recordRefusedLogin(ctx, { text: 'XRP:other.rig2', reason: 'bad-address', times: 1 });
    expect(await readRefusedLogins(ctx, 'XRP:rExchange1')).toEqual([
      { reason: 'memo-missing', times: 3, firstAt: testStart, lastAt: testStart + 60_000 },
    ]);
    expect(await readRefusedLogins(ctx, 'XRP:rExchange2')).toEqual([]);
    const stored = await ctx.db.query(
      sql`SELECT encode(subject, 'escape') AS subject, reason FROM refused_logins`,
    );
    expect(JSON.stringify(stored)).not.toContain('Exchange');
    ctx.advance(86_400_001);
    expect(await readRefusedLogins(ctx, 'XRP:rExchange1')).toEqual([]);
  });

  it('makes room for a new one by the oldest', async () => {
    await ctx.db.query(sql`DELETE FROM refused_logins`);
    for (const text of ['XRP:r1.a', 'XRP:r2.a', 'XRP:r3.a']) {
      ctx.advance(1000);
      await recordRefusedLogin(ctx, { text, reason: 'bad-address', times: 1 }, 2);
    }
    expect(await readRefusedLogins(ctx, 'XRP:r1')).toEqual([]);
    expect(await readRefusedLogins(ctx, 'XRP:r2')).toHaveLength(1);
    expect(await readRefusedLogins(ctx, 'XRP:r3')).toHaveLength(1);
  });

  it('stays refused while the operator says so', async () => {
    await restrictMiner(ctx, { coin: 'XMR', address: '4A' }, 'botnet');
    await restrictMiner(ctx, { coin: 'XMR', address: '4A' }, 'botnet, again');
    expect([...(await readRestricted(ctx))]).toEqual(['XMR:4A']);
  });
});
