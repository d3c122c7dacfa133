import type { Posting } from '@openlode/ledger/posting';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { bookEntries, bookEntry, EntryConflict } from './book-entry.ts';
import { isLedgerSound, checkLedger } from './check-ledger.ts';
import { walkChains } from './walk-chains.ts';

const entry = (key: string, ...postings: Posting[]) => ({ key, kind: 'test', at: 0, postings });
const reward = (key: string, amount: bigint) =>
  entry(
    key,
    { account: 'ext:chain:x', asset: 'BTC', amount: -amount },
    { account: 'miner:1:mining', asset: 'BTC', amount },
  );

describe.each(testEngines())('bookEntry on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  const book = (key: string, amount: bigint) =>
    ctx.db.transaction((tx) => bookEntry(tx, reward(key, amount)));
  const balance = async () =>
    (
      await ctx.db.query<{ amount: bigint }>(
        sql`SELECT amount FROM balances WHERE account = 'miner:1:mining'`,
      )
    )[0]?.amount;

  it('books once a key, and refuses the same key with another content [L5]', async () => {
    expect(await book('a', 5n)).toBe('booked');
    expect(await book('a', 5n)).toBe('already-booked');
    await expect(book('a', 6n)).rejects.toThrow(EntryConflict);
    expect(await balance()).toBe(5n);
  });

  it('keeps amounts beyond 64 bits exact [L6]', async () => {
    const huge = 2n ** 200n + 1n;
    await ctx.db.transaction((tx) => bookEntry(tx, reward('huge', huge)));
    await ctx.db.transaction((tx) => bookEntry(tx, reward('huge back', -huge)));
    expect(await balance()).toBe(5n);
  });

  it('leaves nothing behind when the transaction fails', async () => {
    const failing = ctx.db.transaction(async (tx) => {
      await bookEntry(tx, reward('b', 5n));
      throw new Error('power cut');
    });
    await expect(failing).rejects.toThrow('power cut');
    expect(await balance()).toBe(5n);
    expect(await ctx.db.query(sql`SELECT 1 FROM ledger_entries WHERE key = 'b'`)).toEqual([]);
  });

  it('never lets a liability fall below zero, even by two debits at once [L4]', async () => {
    const debits = await Promise.allSettled(
      ['c', 'd'].map((key) => ctx.db.transaction((tx) => bookEntry(tx, reward(key, -4n)))),
    );
    expect(debits.map((debit) => debit.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await balance()).toBe(1n);
  });

  it('is append-only: the database itself refuses to change or remove a line, or to add one later [L2]', async () => {
    await expect(ctx.db.query(sql`UPDATE postings SET amount = amount + 1`)).rejects.toThrow('append-only');
    await expect(ctx.db.query(sql`DELETE FROM postings`)).rejects.toThrow('append-only');
    await expect(ctx.db.query(sql`DELETE FROM ledger_entries`)).rejects.toThrow('append-only');
    await expect(ctx.db.query(sql`UPDATE ledger_links SET hash = ''`)).rejects.toThrow('append-only');
    await expect(ctx.db.query(sql`DELETE FROM ledger_chains`)).rejects.toThrow('append-only');
    for (const table of ['postings', 'ledger_entries', 'ledger_links', 'ledger_chains'])
      await expect(ctx.db.execute(`TRUNCATE ${table} CASCADE`)).rejects.toThrow('append-only');
    await expect(
      ctx.db.query(
        sql`INSERT INTO postings SELECT entry_id, 99, account, asset, amount FROM postings LIMIT 1`,
      ),
    ).rejects.toThrow('is closed');
  });

  it('links several entries of one transaction as the database would, whatever their names are [L2]', async () => {
    const several = ['ä “quoted”\n🂡', "it's"].map((key, index) => ({
      key,
      kind: 'test',
      at: 1_700_000_000_123 + index,
      postings: ['BTC', 'DOGE', 'XMR'].flatMap((asset) => [
        { account: 'ext:chain:x' as const, asset, amount: -(2n ** 70n) },
        { account: 'miner:3:mining' as const, asset, amount: 2n ** 70n },
      ]),
    }));
    expect(await ctx.db.transaction((tx) => bookEntries(tx, several))).toEqual(['booked', 'booked']);
    expect(await walkChains(ctx.db)).toEqual([]);
    const links = await ctx.db.query(sql`
      SELECT 1 FROM ledger_links JOIN ledger_entries ON id = entry_id WHERE booked_at > '2023-01-01'`);
    expect(links).toHaveLength(6);
  });

  it('refuses an unbalanced entry at commit, whatever wrote it [L1]', async () => {
    const cheating = ctx.db.transaction(async (tx) => {
      await tx.query(sql`WITH entry AS (
          INSERT INTO ledger_entries (key, kind, content_hash, booked_at) VALUES ('e', 'test', '', now()) RETURNING id)
        SELECT id FROM entry`);
      await tx.query(sql`
        INSERT INTO postings SELECT id, 1, 'miner:1:mining', 'BTC', 7 FROM ledger_entries WHERE key = 'e'`);
    });
    await expect(cheating).rejects.toThrow('off by 7');
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('refuses an entry that is in no chain, whatever wrote it [L2]', async () => {
    const cheating = ctx.db.transaction(async (tx) => {
      await tx.query(
        sql`INSERT INTO ledger_entries (key, kind, content_hash, booked_at) VALUES ('f', 'test', '', now())`,
      );
      await tx.query(sql`
        INSERT INTO postings SELECT id, 1, 'miner:1:mining', 'BTC', 7 FROM ledger_entries WHERE key = 'f'
        UNION ALL SELECT id, 2, 'ext:x', 'BTC', -7 FROM ledger_entries WHERE key = 'f'`);
    });
    await expect(cheating).rejects.toThrow('no link in the chain of BTC');
  });
});
