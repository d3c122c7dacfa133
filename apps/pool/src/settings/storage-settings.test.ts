import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { shownSettings } from '../config.ts';
import { type Environment, SettingReader } from './setting-reader.ts';
import { readStorageSettings } from './storage-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'openlode-storage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (environment: Environment): string | undefined => {
  const settings = new SettingReader(environment, folder);
  const { databaseUrl } = readStorageSettings(settings);
  settings.refuseFaults();
  return databaseUrl;
};
const fileOf = (text: string): string => {
  const file = join(folder, 'database-url');
  writeFileSync(file, text);
  return file;
};

describe('the connection of the database', () => {
  it('is what the file says that DATABASE_URL_FILE names, from the working directory where it has no root', () => {
    fileOf('postgres://pool:s3cret@db.example/openlode\n');
    expect(read({ DATABASE_URL_FILE: 'database-url' })).toBe('postgres://pool:s3cret@db.example/openlode');
  });

  it('is none without either of the two', () => {
    expect(read({ DATABASE_URL: '', DATABASE_URL_FILE: '' })).toBeUndefined();
  });

  it('is refused where both are set, and where the file is missing or has something else, without a word of what it has', () => {
    const file = fileOf('postgres://pool:s3cret@db.example/openlode');
    expect(() => read({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://x' })).toThrow(
      /^DATABASE_URL_FILE and DATABASE_URL are both set: leave one of them out$/,
    );
    expect(() => read({ DATABASE_URL_FILE: '/nowhere/url' })).toThrow(
      /^DATABASE_URL_FILE: \/nowhere\/url cannot be read \(ENOENT\)$/,
    );
    for (const text of ['', 'mysql://s3cret', 'postgres://s3cret\npostgres://x'])
      expect(() => read({ DATABASE_URL_FILE: fileOf(text) })).toThrow(
        new RegExp(`^DATABASE_URL_FILE: ${file} must have one line, which begins with postgres://$`),
      );
  });

  it('is shown as the name of its file', () => {
    const file = fileOf('postgres://pool:s3cret@db.example/openlode');
    const shown = shownSettings({ DATABASE_URL_FILE: file }, '/srv');
    expect(shown.find(({ name }) => name === 'DATABASE_URL_FILE')).toEqual({
      name: 'DATABASE_URL_FILE',
      value: file,
      isSet: true,
    });
    expect(JSON.stringify(shown)).not.toContain('s3cret');
  });
});
