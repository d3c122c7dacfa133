import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../runtime/database/database.ts';
import { openPostgres } from '../../runtime/database/postgres-database.ts';
import { createTestPostgres, testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { patient } from '../../runtime/database/testing/patient.ts';
import { advanceRound } from '../rounds/advance-round.ts';
import { recordCandidate } from '../rounds/record-candidate.ts';
import { buildBatch } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { moveFunds } from '../treasury/move-funds.ts';
import { recordWork } from '../shares/record-work.ts';

const coin = 10n ** 18n;

/** Notes at each commit, when nothing can change it any more, whether that commit waits for the disk. */
const noteCommits = `
  CREATE TABLE commits (of text, setting text);
  CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO commits VALUES (TG_TABLE_NAME, current_setting('synchronous_commit'));
    RETURN NULL;
  END $$;
  ${['slices', 'slice_work', 'rounds', 'ledger_entries', 'treasury_movements']
    .map(
      (table) => `
  CREATE CONSTRAINT TRIGGER commits_of_${table} AFTER INSERT OR UPDATE ON ${table} DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION note_commit();`,
    )
    .join('')}`;

describe.runIf(testEngines().includes('postgres'))('a commit', () => {
  let made: Awaited<ReturnType<typeof createTestPostgres>>;
  let ctx: TestContext;
  beforeAll(async () => {
    made = await createTestPostgres();
    ctx = await createTestContext('pglite');
    const db = openPostgres(made.url, 1, patient);
    await db.execute(noteCommits);
    await db.close();
  });
  afterAll(async () => {
    await ctx.close();
    await made.drop();
  });

  /** With connections of its own: a default holds from the next one on. */
  const withDefault = async <T>(
    mode: string,
    work: (db: Database) => Promise<T>,
    where: 'database' | 'role' | 'server' = 'database',
  ): Promise<T> => {
    const server = openPostgres(made.url, 1, patient);
    const url = new URL(made.url);
    const name = url.pathname.slice(1);
    const role = `${name}_role`;
    await server.execute(`ALTER DATABASE ${name} RESET synchronous_commit`);
    if (where === 'database') await server.execute(`ALTER DATABASE ${name} SET synchronous_commit = ${mode}`);
    if (where === 'role') {
      await server.execute(`CREATE ROLE ${role} SUPERUSER LOGIN`);
      await server.execute(`ALTER ROLE ${role} SET synchronous_commit = ${mode}`);
      url.username = role;
    }
    // As a line of postgresql.conf: what neither the role nor the database says otherwise. Other suites share the server.
    if (where === 'server') url.searchParams.set('options', `-c synchronous_commit=${mode}`);
    const db = openPostgres(url.href, 2, patient);
    try {
      return await work(db);
    } finally {
      await db.close();
      await server.execute(`DROP ROLE IF EXISTS ${role}`);
      await server.close();
    }
  };

  it.each(['database', 'role', 'server'] as const)(
    'of work, blocks, rewards and what an operator moves waits for the disk, where the %s says off',
    (where) => withDefault('off', expectDurable, where),
  );

  const blocks = 'abc';
  let round = 0;
  async function expectDurable(db: Database): Promise<void> {
    round += 1;
    const hash = blocks[round - 1] ?? 'd';
    await db.transaction((tx) => tx.query(sql`DELETE FROM commits`));
    expect(await db.query(sql`SHOW synchronous_commit`)).toEqual([{ synchronous_commit: 'off' }]);
    const own = { ...ctx, db, actor: 'ann' };
    await recordWork(own, buildBatch(`11111111-1111-4111-8111-11111111111${round}`));
    const id = await recordCandidate(own, buildCandidate(hash));
    const chains = [fakeChain([{ asset: 'BTC', amount: coin }])];
    expect(await advanceRound({ ...own, chains }, id)).toBe('credited');
    await moveFunds(own, {
      kind: 'deposit',
      coin: 'BTC',
      network: 'BTC',
      amount: '1',
      reference: `invoice ${round}`,
      reason: 'to start with',
    });
    const seen = sql`SELECT DISTINCT of, setting FROM commits ORDER BY of, setting`;
    expect(await db.query(seen)).toEqual([
      { of: 'ledger_entries', setting: 'on' },
      { of: 'rounds', setting: 'on' },
      { of: 'slice_work', setting: 'on' },
      { of: 'slices', setting: 'on' },
      { of: 'treasury_movements', setting: 'on' },
    ]);
  }

  it.each([
    ['local', 'on'],
    ['on', 'on'],
    ['remote_apply', 'remote_apply'],
  ])('where the default is %s is made with %s', async (mode, setting) => {
    await withDefault(mode, async (db) => {
      await db.transaction(async (tx) => {
        await tx.query(sql`DELETE FROM commits`);
        await tx.query(sql`INSERT INTO slices (algorithm, opened_at) VALUES (${mode}, ${new Date(0)})`);
      });
      expect(await db.query(sql`SELECT of, setting FROM commits`)).toEqual([{ of: 'slices', setting }]);
    });
  });
});
