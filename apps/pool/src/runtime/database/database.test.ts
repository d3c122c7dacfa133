import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Transaction } from './database.ts';
import { migrate, refuseMigrations } from './migrate.ts';
import { type Connection, singleConnectionDatabase } from './single-connection-database.ts';
import { createTestDatabase, testEngines } from './testing/create-test-database.ts';
import { usualPglite } from './testing/reusable-pglite.ts';

const migrations = new URL('./migrations/', import.meta.url);

describe.each(testEngines())('the %s driver', (engine) => {
  let db: Database;
  beforeAll(async () => {
    db =
      engine === 'pglite' ? singleConnectionDatabase(await usualPglite()) : await createTestDatabase(engine);
    await db.execute(
      'CREATE TABLE things (n numeric(78, 0), at timestamptz, raw bytea, words text[], doc jsonb)',
    );
  });
  afterAll(() => db.close());

  it('carries every type there and back without loss', async () => {
    const at = new Date(Date.UTC(2026, 1, 28, 23, 59, 59, 999));
    await db.query(sql`
      INSERT INTO things VALUES (${2n ** 200n}, ${at}, ${new Uint8Array([0, 255, 10])}, ${['a', 'b,"c']},
                                 ${JSON.stringify({ deep: ['x'] })})`);
    const [row] = await db.query<Record<string, unknown>>(
      sql`SELECT *, count(*) OVER () AS many FROM things`,
    );
    expect(row).toMatchObject({ n: 2n ** 200n, at, words: ['a', 'b,"c'], doc: { deep: ['x'] }, many: 1n });
    expect(Buffer.from(row?.['raw'] as Uint8Array).toString('hex')).toBe('00ff0a');
  });

  it('commits or rolls back as a whole, and runs what follows a commit only after one', async () => {
    const published: string[] = [];
    await db.transaction(async (tx) => {
      tx.afterCommit(() => published.push('committed'));
      await tx.query(sql`DELETE FROM things`);
      expect(published).toEqual([]);
    });
    const failing = db.transaction(async (tx) => {
      tx.afterCommit(() => published.push('never'));
      await tx.query(sql`INSERT INTO things (n) VALUES (1)`);
      await tx.query(sql`INSERT INTO things (n) VALUES ('no number')`);
    });
    await expect(failing).rejects.toThrow();
    expect(published).toEqual(['committed']);
    expect(await db.query(sql`SELECT n FROM things`)).toEqual([]);
  });

  it('takes no transaction for committed whose failed statement was ignored', async () => {
    const ignoring = db.transaction(async (tx) => {
      await tx.query(sql`INSERT INTO things (n) VALUES (7)`);
      await tx.query(sql`INSERT INTO things (n) VALUES ('no number')`).catch(() => undefined);
    });
    await expect(ignoring).rejects.toThrow();
    expect(await db.query(sql`SELECT 1 FROM things WHERE n = 7`)).toEqual([]);
  });

  it('refuses statements of a transaction that is over, committed or not', async () => {
    let late: Transaction | undefined;
    await db.transaction(async (tx) => void (late = tx));
    await expect(late?.query(sql`SELECT 1`)).rejects.toThrow('this transaction is over');
    const failed = db.transaction(async (tx) => {
      late = tx;
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await expect(late?.query(sql`SELECT 1`)).rejects.toThrow('this transaction is over');
  });

  it.runIf(engine === 'pglite')('keeps no plan for good, and none less than a transaction', async () => {
    const kept = sql`SELECT count(*) AS many FROM pg_prepared_statements WHERE statement LIKE '%marked%'`;
    const many = async () => (await db.query<{ many: bigint }>(kept))[0]?.many;
    await db.query(sql`SELECT 'marked' AS word`);
    const before = await many();
    expect(before).toBeGreaterThan(0n);
    for (let run = 0; run < 5001; run += 1) await db.query(sql`SELECT 1`);
    expect(await many()).toBe(before);
    await db.transaction(async (tx) => tx.query(sql`SELECT 1`));
    // Only the question itself.
    expect(await many()).toBe(1n);
  });

  it.runIf(engine === 'pglite')(
    'forgets what it has parsed after a script that changes the schema, and only then',
    async () => {
      const many = async (): Promise<bigint | undefined> => {
        const kept = sql`SELECT count(*) AS many FROM pg_prepared_statements WHERE statement LIKE '%noted%'`;
        return (await db.query<{ many: bigint }>(kept))[0]?.many;
      };
      await db.query(sql`SELECT 'noted' AS word`);
      expect(await many()).toBe(2n);
      await db.execute('DELETE FROM things; SET work_mem = 4096; RESET work_mem');
      expect(await many()).toBe(2n);
      for (const script of [
        'CREATE TABLE brief (n int)',
        'alter table brief rename to short',
        'DELETE FROM things; Drop Table short',
      ]) {
        await db.query(sql`SELECT 'noted' AS word`);
        await db.execute(script);
        // Only the question itself.
        expect(await many()).toBe(1n);
      }
    },
  );

  it('keeps statements apart that a transaction has under way at the same time, and those with more texts than are remembered', async () => {
    const texts = Array.from({ length: 320 }, (_, index) => index);
    const rows = await db.transaction((tx) =>
      Promise.all(
        texts.flatMap((n) =>
          [1, 2].map(() => tx.query(sql`SELECT ${n}::int AS n, ${raw(`'${n}'`)} AS text`)),
        ),
      ),
    );
    expect(rows).toEqual(texts.flatMap((n) => [[{ n, text: `${n}` }], [{ n, text: `${n}` }]]));
  });

  it.runIf(engine === 'pglite')(
    'knows a statement by its text also after a script has changed what its rows are made of',
    async () => {
      const read = () => db.query(sql`SELECT * FROM changing`);
      await db.execute('CREATE TABLE changing (n int); INSERT INTO changing VALUES (7)');
      expect(await read()).toEqual([{ n: 7 }]);
      await db.execute('ALTER TABLE changing ALTER COLUMN n TYPE text');
      expect(await read()).toEqual([{ n: '7' }]);
    },
  );

  it('refuses a query on the database inside a transaction, where it would wait for ever', async () => {
    const nested = db.transaction(async () => db.query(sql`SELECT 1`));
    await expect(nested).rejects.toThrow('only the transaction may be queried');
    await expect(db.transaction(() => db.transaction(async () => 1))).rejects.toThrow('only the transaction');
    expect(await db.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  it('runs each migration once and refuses one that was changed or is unknown', async () => {
    expect(await migrate(db, migrations, 0)).toEqual([]);
    await expect(refuseMigrations(db, migrations)).resolves.toBeUndefined();
    const [last] = await db.query<{ name: string; checksum: string; applied_at: string }>(
      sql`DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations) RETURNING *`,
    );
    await expect(refuseMigrations(db, migrations)).rejects.toThrow(
      `this release changes the database (${last?.name}), which processes of the release before it use: stop all of them, then start this one`,
    );
    expect(await db.query(sql`SELECT name FROM schema_migrations WHERE name = ${last?.name}`)).toEqual([]);
    await db.query(
      sql`INSERT INTO schema_migrations VALUES (${last?.name}, ${last?.checksum}, ${last?.applied_at})`,
    );
    await db.query(sql`UPDATE schema_migrations SET checksum = 'other' WHERE name = '0001-spine.sql'`);
    await expect(migrate(db, migrations, 0)).rejects.toThrow('0001-spine.sql was changed after it ran');
    await db.query(sql`UPDATE schema_migrations SET name = '9999-future.sql' WHERE name = '0001-spine.sql'`);
    await expect(migrate(db, migrations, 0)).rejects.toThrow(
      'This database is of a newer release: it has migration',
    );
  });
});

it('ends a transaction that does nothing, and refuses its statements afterwards', async () => {
  const said: string[] = [];
  const connection: Connection = {
    query: (text) => {
      said.push(text);
      return Promise.resolve([]);
    },
    execute: (script) => {
      said.push(script);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  const db = singleConnectionDatabase(connection, 20);
  let late: Promise<unknown> = Promise.resolve();
  const stuck = db.transaction(async (tx) => {
    await tx.query(sql`SELECT 1`);
    await new Promise((resolve) => {
      setTimeout(resolve, 60);
    });
    late = tx.query(sql`SELECT 3`);
    await late;
  });
  const behind = db.query(sql`SELECT 2`);
  await expect(stuck).rejects.toThrow('it did nothing for 0.02 seconds');
  await behind;
  await new Promise((resolve) => {
    setTimeout(resolve, 60);
  });
  await expect(late).rejects.toThrow('this transaction is over');
  expect(said).toEqual(['BEGIN', 'SELECT 1', 'ROLLBACK', 'SELECT 2']);
});
