import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NotPrivate, readPrivateFile, requirePrivate, writePrivateFile } from './private-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openlode-private-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes for its user only, and replaces the whole file', () => {
  const path = join(folder, 'file');
  writePrivateFile(path, 'first');
  writePrivateFile(path, 'second');
  expect(readPrivateFile(path)).toBe('second');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['file']);
});

it('replaces nothing where the file has to be new', () => {
  const path = join(folder, 'file');
  writePrivateFile(path, 'first', { isNew: true });
  expect(() => writePrivateFile(path, 'second', { isNew: true })).toThrow('EEXIST');
  expect(readPrivateFile(path)).toBe('first');
});

it('reads nothing that others may read, and lets no others write where only that counts', () => {
  const path = join(folder, 'file');
  writeFileSync(path, 'x');
  chmodSync(path, 0o640);
  expect(() => readPrivateFile(path)).toThrow(NotPrivate);
  requirePrivate(path, 'write');
  chmodSync(path, 0o620);
  expect(() => requirePrivate(path, 'write')).toThrow('mode 620');
});
