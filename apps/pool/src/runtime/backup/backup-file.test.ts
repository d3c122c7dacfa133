import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBackupFile, readBackupFile } from './backup-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'openlode-backup-file-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('says that a backup is there already, or that its folder is not, before anything is written', () => {
  const there = join(folder, 'there.backup');
  writeFileSync(there, '');
  expect(() => createBackupFile(there)).toThrow(`${there} is there already`);
  const nowhere = join(folder, 'nowhere');
  expect(() => createBackupFile(join(nowhere, 'new.backup'))).toThrow(
    `${nowhere} is not there: make the folder first, for the user that the pool runs as`,
  );
  expect(readdirSync(folder)).toEqual(['there.backup']);
});

it('has its name once it is finished, and its lines come back', async () => {
  const file = join(folder, 'new.backup');
  const out = createBackupFile(file);
  await out.line('{"one":1}');
  await out.line('a separator \u2028 is no end of a line');
  await out.finish();
  expect(readdirSync(folder).toSorted()).toEqual(['new.backup', 'there.backup']);
  const lines: string[] = [];
  for await (const line of readBackupFile(file)) lines.push(line);
  expect(lines).toEqual(['{"one":1}', 'a separator \u2028 is no end of a line']);
});
