import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOpenlode } from '../testing/run-openlode.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

const backups = join(import.meta.dirname, 'testdata/backups');
const newest = join(backups, readdirSync(backups).toSorted().at(-1) ?? '');

/** Which ledger is the valid one when a move was killed there. */
interface Point {
  readonly at: string;
  readonly ledger: 'embedded' | 'postgres';
}

const points: readonly Point[] = [
  { at: 'move-begun', ledger: 'embedded' },
  { at: 'move-migrated', ledger: 'embedded' },
  { at: 'move-written', ledger: 'embedded' },
  { at: 'move-imported', ledger: 'embedded' },
  { at: 'move-audited', ledger: 'embedded' },
  { at: 'move-marked', ledger: 'postgres' },
];

const movedAway = /^The ledger of .+ was moved to PostgreSQL: .+ Set DATABASE_URL to that database\./;
const halfMoved = /^A move of a ledger into this database is running or was interrupted\./;

describe.skipIf(postgresServer === undefined)(
  'a move to PostgreSQL that is killed',
  { timeout: 240_000 },
  () => {
    let folder: string;
    let original: string;
    let target: ScratchPostgres | undefined;
    const data = (): string => join(folder, 'data');
    const embedded = (): Record<string, string> => ({ OPENLODE_DATA: data() });
    const onPostgres = (directory = data()): Record<string, string> => ({
      OPENLODE_DATA: directory,
      DATABASE_URL: target?.url ?? '',
    });
    /** A command that opens the ledger as the pool does, and only reads. */
    const open = (env: Record<string, string>) => runOpenlode(['suspensions', 'list'], env);

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openlode-move-killed-'));
      original = join(folder, 'original');
      const restored = await runOpenlode(['restore', newest], { OPENLODE_DATA: original });
      expect(restored).toMatchObject({ code: 0, err: '' });
    });
    afterAll(async () => {
      await target?.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    async function begin(): Promise<void> {
      rmSync(data(), { recursive: true, force: true });
      cpSync(original, data(), { recursive: true });
      await target?.drop();
      target = await createScratchPostgres(postgresServer ?? '');
    }

    it.each(points)('at $at leaves one ledger that opens, the one on $ledger', async ({ at, ledger }) => {
      await begin();
      const killed = await runOpenlode(['move-to-postgres', target?.url ?? ''], {
        ...embedded(),
        OPENLODE_CRASH_AT: `${at}:1`,
        OPENLODE_SANDBOX_CONTROL: join(folder, 'control.sock'),
      });
      expect(killed).toMatchObject({ code: null, out: '' });

      // Another machine of the same pool, with a copy of the secret.
      const other = join(folder, 'other');
      rmSync(other, { recursive: true, force: true });
      mkdirSync(other);
      cpSync(join(data(), 'secret'), join(other, 'secret'));
      expect(await open(onPostgres(other))).toMatchObject({
        code: 2,
        err: expect.stringMatching(halfMoved) as string,
      });

      if (ledger === 'embedded') {
        expect(await open(embedded())).toMatchObject({ code: 0, err: '' });
        const again = await runOpenlode(['move-to-postgres', target?.url ?? ''], embedded());
        expect(again.code).toBe(2);
        expect(again.err).toMatch(/a move into the PostgreSQL database is running or was interrupted/);
        await target?.drop();
        target = await createScratchPostgres(postgresServer ?? '');
        const moved = await runOpenlode(['move-to-postgres', target.url], embedded());
        expect(moved).toMatchObject({ code: 0, err: '' });
      }
      expect(await open(embedded())).toMatchObject({
        code: 2,
        err: expect.stringMatching(movedAway) as string,
      });
      expect(await open(onPostgres())).toMatchObject({ code: 0, err: '' });
      expect(await open(onPostgres(other))).toMatchObject({ code: 0, err: '' });
      expect(existsSync(join(data(), 'move-to-postgres.backup'))).toBe(false);
    });

    it('opens no database that an earlier copy of the directory was moved into', async () => {
      await begin();
      const copy = join(folder, 'copy');
      rmSync(copy, { recursive: true, force: true });
      cpSync(data(), copy, { recursive: true });
      const trial = await createScratchPostgres(postgresServer ?? '');
      try {
        const tried = await runOpenlode(['move-to-postgres', trial.url], { OPENLODE_DATA: copy });
        expect(tried).toMatchObject({ code: 0, err: '' });
        const moved = await runOpenlode(['move-to-postgres', target?.url ?? ''], embedded());
        expect(moved).toMatchObject({ code: 0, err: '' });
        expect(await open({ ...embedded(), DATABASE_URL: trial.url })).toMatchObject({
          code: 2,
          err: expect.stringMatching(/^DATABASE_URL names another database than the one that has/) as string,
        });
        expect(await open(onPostgres())).toMatchObject({ code: 0, err: '' });
        expect(await runOpenlode(['audit'], onPostgres())).toMatchObject({ code: 0, err: '' });
      } finally {
        await trial.drop();
      }
    });

    it('begins no second ledger in an empty database beside a directory whose ledger was moved', async () => {
      rmSync(data(), { recursive: true, force: true });
      cpSync(original, data(), { recursive: true });
      writeFileSync(join(data(), 'moved-to-postgres'), 'db.example/openlode at 2026-11-01T12:00:00.000Z\n');
      const empty = await createScratchPostgres(postgresServer ?? '');
      try {
        const opened = await open({ ...embedded(), DATABASE_URL: empty.url });
        expect(opened.code).toBe(2);
        expect(opened.err).toMatch(
          /^DATABASE_URL names an empty database, but the ledger of .+ was moved to .+\. Set DATABASE_URL to that database\./,
        );
        expect(
          await empty.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`),
        ).toEqual([]);
      } finally {
        await empty.drop();
      }
    });
  },
);
