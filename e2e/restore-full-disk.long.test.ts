import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runOpenlode } from '../testing/run-openlode.ts';
import { createScratchPostgres, postgresServer } from '../testing/scratch-postgres.ts';

const backups = join(import.meta.dirname, 'testdata/backups');
const newest = join(backups, readdirSync(backups).toSorted().at(-1) ?? '');

/** A file system of this size; undefined where this process may not mount one. */
function mountDisk(size: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'openlode-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'pipe' });
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true });
    console.warn(`SKIPPED: a full disk needs the right to mount a tmpfs: ${String(error)}`);
    return undefined;
  }
}

function unmount(folder: string): void {
  execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
}

const probe = mountDisk('1m');
if (probe !== undefined) unmount(probe);

describe.skipIf(probe === undefined)('a restore on a full disk', { timeout: 120_000 }, () => {
  it.each(['1m', '10m', '24m', '32m'])(
    'of %s says what is there and what to do, and leaves nothing',
    async (size) => {
      const folder = mountDisk(size) ?? '';
      try {
        const data = join(folder, 'data');
        const failed = await runOpenlode(['restore', newest], { OPENLODE_DATA: data });
        expect(failed).toMatchObject({ code: 2, out: '' });
        expect(failed.err).toMatch(
          /^the disk is full \(.+\): nothing was restored\. .+ is empty again\. Make room at /,
        );
        expect(failed.err.trimEnd().split('\n')).toHaveLength(1);
        expect(readdirSync(data)).toEqual([]);
      } finally {
        unmount(folder);
      }
    },
  );

  it.skipIf(postgresServer === undefined)('into PostgreSQL leaves its database empty', async () => {
    const folder = mountDisk('4k') ?? '';
    const target = await createScratchPostgres(postgresServer ?? '');
    try {
      const env = { OPENLODE_DATA: join(folder, 'data'), DATABASE_URL: target.url };
      const failed = await runOpenlode(['restore', newest], env);
      expect(failed).toMatchObject({ code: 2, out: '' });
      expect(failed.err).toMatch(
        /: nothing was restored\. .+ is empty again, and the tables of the database were dropped\./,
      );
      expect(
        await target.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`),
      ).toEqual([]);
    } finally {
      await target.drop();
      unmount(folder);
    }
  });
});
