import {
  inflightAccount,
  kindOf,
  type LedgerAccount,
  miningAccount,
  pendingAccount,
  referralAccount,
  roundAccount,
} from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { accountInSql, balanceAccountsInSql } from './account-names.ts';

describe.each(testEngines())('the accounts of the ledger in statements on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('have the names that packages/ledger makes', async () => {
    const id = sql`7::bigint`;
    const [row] = await ctx.db.query<Record<string, string>>(sql`
      SELECT ${accountInSql('mining', id)} AS mining, ${accountInSql('referral', id)} AS referral,
             ${accountInSql('pending', id)} AS pending, ${accountInSql('round', id)} AS round,
             ${accountInSql('inflight', id)} AS inflight`);
    expect(row).toEqual({
      mining: miningAccount(7n),
      referral: referralAccount(7n),
      pending: pendingAccount(7n),
      round: roundAccount(7n),
      inflight: inflightAccount(7n),
    });
    const named = await ctx.db.query<{ account: string }>(sql`
      SELECT account FROM unnest(${['miner:7:mining', 'miner:7:referral', 'miner:7:pending']}::text[]) AS account
       WHERE account IN ${balanceAccountsInSql(id)}`);
    expect(named.map(({ account }) => account)).toEqual(['miner:7:mining', 'miner:7:referral']);
  });

  it('have the kinds that packages/ledger derives from their names, in the balances, too', async () => {
    const names: readonly LedgerAccount[] = [
      'miner:1:mining',
      'miner:1:referral',
      'miner:1:pending',
      'round:1',
      'inflight:1',
      'pool:fees',
      'pool:capital',
      'pool:written-off',
      'pool:dust',
      'pool:reorg-loss',
      'pool:restore-loss',
      'pool:network-fees',
      'pool:corrections',
      'pool:trading-fees',
      'conv:desk',
      'ext:chain:bitcoin',
      'ext:network:TRX',
      'ext:exchange:kraken:bought',
    ];
    await ctx.db.query(sql`
      INSERT INTO balances (account, asset, amount) SELECT account, 'KIND', 0 FROM unnest(${names}::text[]) AS account`);
    const rows = await ctx.db.query<{ account: LedgerAccount; kind: string }>(
      sql`SELECT account, kind FROM balances WHERE asset = 'KIND'`,
    );
    expect(rows).toHaveLength(names.length);
    expect(rows.map(({ account, kind }) => [account, kind])).toEqual(
      rows.map(({ account }) => [account, kindOf(account)]),
    );
    await ctx.db.query(sql`DELETE FROM balances WHERE asset = 'KIND'`);
  });

  it('are of no other kind', async () => {
    for (const name of ['bank:1', 'miner:1:other'])
      await expect(
        ctx.db.query(sql`INSERT INTO balances (account, asset, amount) VALUES (${name}, 'KIND', 1)`),
      ).rejects.toThrow('balances_kind_check');
  });
});
