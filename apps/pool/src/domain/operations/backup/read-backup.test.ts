import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupFault } from '../../../runtime/backup/backup-fault.ts';
import { type BackupManifest, printLine } from './backup-format.ts';
import { checkBackup, restoreFiles } from './read-backup.ts';

const manifest: BackupManifest = {
  kind: 'openlode-backup',
  format: 1,
  version: '0.1.0',
  createdAt: '2026-01-15T12:00:00.000Z',
  engine: 'pglite',
  migrations: [{ name: '0001-spine.sql', checksum: 'ab'.repeat(32) }],
};

/** A whole backup of one table, as these lines after the manifest. */
function backupOf(lines: readonly string[]): Buffer {
  const text = [printLine(manifest), ...lines].map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return gzipSync(`${text}${printLine({ kind: 'end', sha256 })}\n`);
}

describe('checkBackup', () => {
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-read-backup-'));
    file = join(folder, 'some.backup');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const check = (bytes: Uint8Array): Promise<BackupManifest> => {
    writeFileSync(file, bytes);
    return checkBackup(file);
  };
  const rows = Array.from({ length: 200 }, (_, row) => `${row}\tDOGE\t${row * 7919}`);
  const whole = backupOf([
    printLine({ kind: 'table', table: 'accounts' }),
    ...rows,
    printLine({ kind: 'table-end', table: 'accounts', rows: 200, sha256: 'cd'.repeat(32) }),
  ]);

  it('answers the manifest of a whole one', async () => {
    expect(await check(whole)).toEqual(manifest);
  });

  it.each(['#null', '#7', '#{"kind":"table",', '#'])('says that a line %s is damage', async (line) => {
    await expect(check(backupOf([line]))).rejects.toThrow(new BackupFault('the backup is damaged'));
  });

  it('takes no changed byte for whole, wherever it stands, and says so in a sentence', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: whole.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, mask) => {
          const bytes = Uint8Array.from(whole);
          bytes[at] = (bytes[at] ?? 0) ^ mask;
          const outcome = await check(bytes).catch((error: unknown) => error);
          // When and where it was packed, and the bits that fill the last byte, may say anything: what is in it is what it was.
          if (!(outcome instanceof BackupFault)) {
            expect(outcome).toEqual(manifest);
            expect(gunzipSync(bytes).equals(gunzipSync(whole))).toBe(true);
          }
        },
      ),
      // The byte that the packed text ends in, before eight of its sum and length.
      { numRuns: 300, examples: [[whole.length - 9, 0b1000_0000]] },
    );
  });
});

describe('restoreFiles', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

  it('puts back a file without a byte in a folder of its own, and one with bytes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openlode-restore-files-'));
    try {
      const file = join(folder, 'some.backup');
      writeFileSync(
        file,
        backupOf([
          printLine({ kind: 'file-end', path: 'restored-journal/payouts.journal', sha256: sha256('') }),
          printLine({ kind: 'file', path: 'secret', base64: Buffer.from('abc').toString('base64') }),
          printLine({ kind: 'file-end', path: 'secret', sha256: sha256('abc') }),
        ]),
      );
      expect(await restoreFiles(file, join(folder, 'data'))).toEqual([
        'restored-journal/payouts.journal',
        'secret',
      ]);
      expect(readFileSync(join(folder, 'data/restored-journal/payouts.journal'), 'utf8')).toBe('');
      expect(readFileSync(join(folder, 'data/secret'), 'utf8')).toBe('abc');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
