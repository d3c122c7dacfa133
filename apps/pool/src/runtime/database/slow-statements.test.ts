import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from './database.ts';
import { openPostgres } from './postgres-database.ts';
import { createTestPostgres, testEngines } from './testing/create-test-database.ts';

describe.runIf(testEngines().includes('postgres'))('a slow statement', () => {
  let made: Awaited<ReturnType<typeof createTestPostgres>>;
  let hasty: Database;
  let patient: Database;
  beforeAll(async () => {
    made = await createTestPostgres();
    hasty = openPostgres(made.url, 1, { answerWithinMs: 200, connectWithinMs: 60_000 });
    patient = openPostgres(made.url, 2, { answerWithinMs: 60_000, connectWithinMs: 60_000 });
    await patient.execute('CREATE TABLE held (id int); INSERT INTO held VALUES (1)');
  });
  afterAll(async () => {
    await hasty.close();
    await patient.close();
    await made.drop();
  });

  const slow = sql`SELECT 1 AS one FROM pg_sleep(1)`;
  const ended = { code: '57014' };

  it('is waited for as long as its connections were opened for', async () => {
    await expect(hasty.query(slow)).rejects.toMatchObject(ended);
    expect(await patient.transaction((tx) => tx.query(slow))).toEqual([{ one: 1 }]);
  });

  it('of a look at everything there is takes as long as its transaction was opened for', async () => {
    const looked = hasty.transaction((tx) => tx.query(slow), { answerWithinMs: 60_000 });
    expect(await looked).toEqual([{ one: 1 }]);
    await expect(hasty.transaction((tx) => tx.query(slow))).rejects.toMatchObject(ended);
  });

  it('does not go on at the server when its caller has given up, and holds no lock there', async () => {
    const running = sql`SELECT query FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%3600%'
                           AND pid <> pg_backend_pid() AND state <> 'idle'`;
    const forever = sql`SELECT id FROM held, pg_sleep(3600) FOR UPDATE OF held`;
    await expect(
      hasty.transaction(async (tx) => {
        await tx.query(sql`SELECT id FROM held FOR UPDATE`);
        await tx.query(forever);
      }),
    ).rejects.toMatchObject(ended);
    await expect(hasty.query(forever)).rejects.toMatchObject(ended);
    await vi.waitFor(async () => expect(await patient.query(running)).toEqual([]));
    expect(await patient.query(sql`SELECT id FROM held FOR UPDATE NOWAIT`)).toEqual([{ id: 1 }]);
    // The connection goes on.
    expect(await hasty.transaction((tx) => tx.query(sql`SELECT 1 AS one`))).toEqual([{ one: 1 }]);
  });

  it('of a script, for example a migration, takes as long as it takes, and the limit holds after it', async () => {
    await hasty.execute('SELECT pg_sleep(0.3)');
    await expect(hasty.query(slow)).rejects.toMatchObject(ended);
  });

  it('keeps to the limit of its own pool where a pooler gives its transaction the connection of another one', async () => {
    await patient.transaction(async (tx) => {
      expect(await tx.query(sql`SHOW statement_timeout`)).toEqual([{ statement_timeout: '1min' }]);
    });
  });
});
