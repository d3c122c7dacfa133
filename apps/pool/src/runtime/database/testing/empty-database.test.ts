import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { createTestDatabase, testEngines } from './create-test-database.ts';

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
