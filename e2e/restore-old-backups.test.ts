import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOpenlode } from '../testing/run-openlode.ts';
import { createScratchPostgres, postgresServer } from '../testing/scratch-postgres.ts';

/** Written by the releases of their time: a DOGE miner, a credited block. The number is how many migrations that release had. */
const folder = join(import.meta.dirname, 'testdata/backups');
const backups = readdirSync(folder).toSorted();
/** The oldest goes through all the migrations that the later ones go through; the long suites restore each. */
const isLong = process.env['TEST_LONG'] === '1';
const chosen = isLong ? backups : backups.slice(0, 1);

interface Restored {
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
  readonly findings: readonly unknown[];
}

const rowsOf = ({ tables }: Restored, name: string): number | undefined =>
  tables.find(({ table }) => table === name)?.rows;

/** The backup with one row of its ledger missing, and sums that are right all the same: only an import finds out. */
function lacking(file: string): Buffer {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').slice(0, -2);
  const begin = lines.indexOf('#{"kind":"table","table":"postings"}');
  expect(begin).toBeGreaterThan(0);
  lines.splice(begin + 1, 1);
  const text = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return gzipSync(`${text}#${JSON.stringify({ kind: 'end', sha256 })}\n`);
}

describe('a backup of an earlier release', { timeout: 240_000 }, () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-restore-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('is restored into an embedded database, sound, at today’s schema', async () => {
    const data = join(directory, 'embedded');
    const file = join(folder, backups[0] ?? '');
    const { code, out, err } = await runOpenlode(['restore', file, '--json'], { OPENLODE_DATA: data });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const restored = JSON.parse(out) as Restored;
    expect(restored.findings).toEqual([]);
    expect(rowsOf(restored, 'rounds')).toBe(1);
    expect(readdirSync(data)).toContain('database');
    expect(readdirSync(data)).not.toContain('restore.partial');
  });

  // Where it fails is told by the suites of the copying, and what is left behind also by those of a backup that was cut.
  it.runIf(isLong)('leaves nothing behind in an embedded database when it fails', async () => {
    const data = join(directory, 'failed');
    const file = join(directory, 'lacking.backup');
    writeFileSync(file, lacking(join(folder, backups[0] ?? '')));
    const failed = await runOpenlode(['restore', file], { OPENLODE_DATA: data });
    expect(failed).toMatchObject({ code: 2, err: expect.stringContaining('postings should have') });
    expect(existsSync(data) ? readdirSync(data) : []).toEqual([]);
  });

  describe.skipIf(postgresServer === undefined)('on PostgreSQL', () => {
    it.each(chosen)('%s is restored, sound, at today’s schema, and only once', async (name) => {
      const target = await createScratchPostgres(postgresServer ?? '');
      const run = (data: string, args: string[]) =>
        runOpenlode(args, { OPENLODE_DATA: join(directory, data), DATABASE_URL: target.url });
      try {
        const { code, out, err } = await run(`of-${name}`, ['restore', join(folder, name), '--json']);
        expect({ code, err }).toEqual({ code: 0, err: '' });
        const restored = JSON.parse(out) as Restored;
        expect(restored.findings).toEqual([]);
        expect(rowsOf(restored, 'rounds')).toBe(1);
        const twice = await run(`twice-${name}`, ['restore', join(folder, name)]);
        expect(twice).toMatchObject({ code: 2, err: expect.stringContaining('not empty') });
      } finally {
        await target.drop();
      }
    });

    it('leaves an empty database when it fails, so that the next one can be restored', async () => {
      const target = await createScratchPostgres(postgresServer ?? '');
      const env = { OPENLODE_DATA: join(directory, 'postgres'), DATABASE_URL: target.url };
      const file = join(directory, 'lacking-too.backup');
      writeFileSync(file, lacking(join(folder, backups.at(-1) ?? '')));
      try {
        const failed = await runOpenlode(['restore', file], env);
        expect(failed).toMatchObject({ code: 2, err: expect.stringContaining('postings should have') });
        expect(
          await target.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`),
        ).toEqual([]);
        expect(existsSync(env.OPENLODE_DATA) ? readdirSync(env.OPENLODE_DATA) : []).toEqual([]);
        expect(await runOpenlode(['restore', join(folder, backups.at(-1) ?? '')], env)).toMatchObject({
          code: 0,
        });
      } finally {
        await target.drop();
      }
    });
  });
});
