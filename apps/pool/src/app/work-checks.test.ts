import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { NotReady } from '../domain/kernel/not-ready.ts';
import { diskCheck, workCheck } from './work-checks.ts';

describe('the check of an algorithm’s work', () => {
  const now = 1_000_000;
  const check =
    (accepting: boolean, oldestUnrecordedAt: number | undefined, writesShares = true) =>
    () =>
      workCheck('sha256', { now: () => now }, () => ({
        accepting: () => accepting,
        oldestUnrecordedAt: () => oldestUnrecordedAt,
        writesShares: () => writesShares,
      })).run();

  it('holds while shares are taken and recorded', () => {
    expect(check(true, undefined)).not.toThrow();
    expect(check(true, now - 60_000)).not.toThrow();
    expect(() => workCheck('sha256', { now: () => now }, () => undefined).run()).not.toThrow();
  });

  it('says that shares are refused', () => {
    expect(check(false, undefined)).toThrow(
      new NotReady('shares are refused, because neither the database nor the disk takes more work'),
    );
  });

  it('says that a killed process would lose what it acknowledges', () => {
    expect(check(true, undefined, false)).toThrow(
      new NotReady('accepted shares are not written before they are acknowledged: the disk refuses'),
    );
  });

  it('says for how long nothing was recorded', () => {
    expect(check(true, now - 75_900)).toThrow(new NotReady('accepted shares are not recorded for 75 s'));
  });
});

describe('the check of the disk', () => {
  const withBlocks = (bavail: number) =>
    diskCheck('/data', async (path) => {
      expect(path).toBe('/data');
      return { bavail, bsize: 4096 };
    }).run();

  it('holds from 64 MiB on that are free, and says how many are left below', async () => {
    await expect(withBlocks(16_384)).resolves.toBeUndefined();
    await expect(withBlocks(16_383)).rejects.toThrow(
      new NotReady('the disk of the data directory is full: 63 MiB free'),
    );
    await expect(withBlocks(0)).rejects.toThrow(
      new NotReady('the disk of the data directory is full: 0 MiB free'),
    );
  });

  const disk = mountDisk();
  afterAll(() => disk?.unmount());

  it.skipIf(disk === undefined)('reads a real file system while it fills and empties', async () => {
    const folder = disk?.folder ?? '';
    const check = async () => diskCheck(folder).run();
    await expect(check()).resolves.toBeUndefined();
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(4 * 2 ** 20));
    await expect(check()).rejects.toThrow(
      new NotReady('the disk of the data directory is full: 62 MiB free'),
    );
    rmSync(join(folder, 'ballast'));
    await expect(check()).resolves.toBeUndefined();
  });
});

/** A file system of 66 MiB; undefined where this process may not mount one. */
function mountDisk(): { readonly folder: string; unmount(): void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'openlode-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=66m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    unmount: () => {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
