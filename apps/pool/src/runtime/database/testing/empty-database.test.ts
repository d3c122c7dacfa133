import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { createTestDatabase, testEngines } from './create-test-database.ts';
import { watchSchema } from './empty-database.ts';

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
