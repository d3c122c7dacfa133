import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { createTestDatabase, testEngines } from './create-test-database.ts';
import { mayChangeSchema, watchSchema } from './empty-database.ts';

it.each(testEngines())('leaves the next suite on %s no rows and no statistics', async (engine) => {
  const known = sql`
    SELECT (SELECT count(*)::int FROM network_maintenance) AS rows, reltuples::int AS tuples
      FROM pg_class WHERE relname = 'network_maintenance'`;
  const first = await createTestDatabase(engine);
  await first.execute(`
    INSERT INTO network_maintenance VALUES ('BTC', 'closed', '', now());
    ANALYZE network_maintenance;`);
  expect(await first.query(known)).toEqual([{ rows: 1, tuples: 1 }]);
  await first.close();
  const next = await createTestDatabase(engine);
  expect(await next.query(known)).toEqual([{ rows: 0, tuples: -1 }]);
  await next.close();
});

it.each(testEngines())(
  'takes rows on %s that nothing may take, and leaves their guards awake',
  async (engine) => {
    const book = `
    SET session_replication_role = replica;
    INSERT INTO ledger_entries (key, kind, content_hash, booked_at) VALUES ('a', 'given', '', now());
    INSERT INTO postings (entry_id, line, account, asset, amount) VALUES (1, 1, 'ext:suite', 'BTC', 5), (1, 2, 'ext:suite', 'BTC', -5);
    SET session_replication_role = origin;`;
    const guarded = sql`SELECT count(*)::int AS rows FROM postings`;
    const first = await createTestDatabase(engine);
    await first.execute(book);
    expect(await first.query(guarded)).toEqual([{ rows: 2 }]);
    await first.close();
    const next = await createTestDatabase(engine);
    expect(await next.query(guarded)).toEqual([{ rows: 0 }]);
    // The same key and the same number again.
    await next.execute(book);
    expect(await next.query(sql`SELECT id FROM ledger_entries`)).toEqual([{ id: 1n }]);
    await expect(next.query(sql`DELETE FROM postings`)).rejects.toThrow('append-only');
    await next.close();
  },
);

it('gives the room of many rows back to an embedded database', async () => {
  const first = await createTestDatabase('pglite');
  await first.query(
    sql`INSERT INTO slices (algorithm, opened_at) SELECT 'a' || n, now() FROM generate_series(1, 20000) AS n`,
  );
  const size = sql`SELECT pg_relation_size('slices')::int AS bytes`;
  expect((await first.query<{ bytes: number }>(size))[0]?.bytes).toBeGreaterThan(2 ** 19);
  await first.close();
  const next = await createTestDatabase('pglite');
  expect(await next.query(size)).toEqual([{ bytes: 0 }]);
  await next.close();
});

it.each([
  ['SELECT 1', false],
  ["UPDATE miners SET created_at = now() WHERE coin = 'a'", false],
  ['SET session_replication_role = replica; DELETE FROM postings', false],
  ['DO $$ BEGIN DELETE FROM pg_statistic; END $$', true],
  ['UPDATE pg_class SET relname = $1', true],
  ['SELECT 1; alter table miners disable trigger user', true],
  ['DO $$ BEGIN EXECUTE $1; CREATE TABLE a (); END $$', true],
  ['GRANT SELECT ON miners TO web', true],
  ["COMMENT ON TABLE miners IS ''", true],
])('looks at the schema again only after what may change it: %s', (text, may) => {
  expect(mayChangeSchema(text)).toBe(may);
});

it.runIf(testEngines().includes('postgres'))(
  'hands a database on whatever roles suites of other processes make on its server',
  async () => {
    const db = await createTestDatabase('postgres');
    const ask = (text: string) => db.query(sql([text]));
    const isUntouched = await watchSchema('postgres', ask);
    const role = `openlode_role_${process.pid}`;
    await db.execute(`CREATE ROLE ${role}; ALTER ROLE ${role} SET synchronous_commit = off`);
    try {
      expect(await isUntouched(ask)).toBe(true);
    } finally {
      await db.execute(`DROP ROLE ${role}`);
      await db.close();
    }
  },
);

it.each(testEngines())(
  'hands a database on %s on whose schema is as it was, and no other',
  async (engine) => {
    const ask = (db: Database) => (text: string) => db.query(sql([text]));
    const first = await createTestDatabase(engine);
    const isUntouched = await watchSchema(engine, ask(first));
    await first.execute('ALTER TABLE miners DISABLE TRIGGER USER');
    expect(await isUntouched(ask(first))).toBe(false);
    await first.execute('ALTER TABLE miners ENABLE TRIGGER USER');
    expect(await isUntouched(ask(first))).toBe(true);
    for (const [change, undone] of [
      ['ALTER TABLE credits DROP CONSTRAINT credits_add_up', false],
      ['CREATE TABLE of_a_suite (id int); DROP TABLE of_a_suite', true],
      ['REVOKE ALL ON miners FROM PUBLIC; GRANT SELECT ON miners TO PUBLIC', false],
    ] as const) {
      const db = await createTestDatabase(engine);
      const isSo = await watchSchema(engine, ask(db));
      await db.execute(change);
      expect([change, await isSo(ask(db))]).toEqual([change, undone]);
      await db.close();
    }
    await first.close();
  },
);
