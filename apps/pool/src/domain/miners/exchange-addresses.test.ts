import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { flagExchangeAddress, readExchangeFlags, unflagExchangeAddress } from './exchange-addresses.ts';

const address = 'rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV';

describe.each(testEngines())('addresses of exchanges on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('are flagged by the operator, renamed, and unflagged', async () => {
    const flag = { coin: 'XRP', address, exchange: 'An exchange' };
    expect(await flagExchangeAddress(ctx, { ...flag, coin: 'xrp', address: ` ${address}:123 ` })).toEqual({
      kind: 'flagged',
      flag,
    });
    expect(await flagExchangeAddress(ctx, { ...flag, exchange: ' Another one ' })).toMatchObject({
      kind: 'flagged',
    });
    expect(await readExchangeFlags(ctx)).toEqual([{ coin: 'XRP', address, exchange: 'Another one' }]);
    expect(await unflagExchangeAddress(ctx, { coin: 'xrp', address })).toBe('unflagged');
    expect(await unflagExchangeAddress(ctx, { coin: 'xrp', address })).toBe('not-flagged');
    expect(await readExchangeFlags(ctx)).toEqual([]);
  });

  it.each([
    ['NOPE', address, { kind: 'unknown-coin', coin: 'NOPE' }],
    ['XRP', `${address.slice(0, -1)}W`, { kind: 'bad-address', outcome: { kind: 'wrong-checksum' } }],
    ['DOGE', 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', { kind: 'takes-no-memo', coin: 'DOGE', network: 'DOGE' }],
  ])('are refused where a flag could not mean anything: %s %s', async (coin, typed, refusal) => {
    expect(await flagExchangeAddress(ctx, { coin, address: typed, exchange: 'An exchange' })).toMatchObject(
      refusal,
    );
    expect(await readExchangeFlags(ctx)).toEqual([]);
  });

  it('have a name', async () => {
    expect(await flagExchangeAddress(ctx, { coin: 'XRP', address, exchange: ' ' })).toEqual({
      kind: 'nameless',
    });
  });
});
