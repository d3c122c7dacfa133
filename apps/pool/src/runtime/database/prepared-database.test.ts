import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { layPreparedDatabase } from './prepared-database.ts';

let folder = '';
let directory = '';
let prepared: URL;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openlode-prepared-'));
  directory = join(folder, 'database');
  prepared = pathToFileURL(join(folder, 'prepared'));
  mkdirSync(join(folder, 'prepared/base'), { recursive: true });
  writeFileSync(join(folder, 'prepared/base/1'), 'table');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('layPreparedDatabase', () => {
  it('lays a copy where there is no database', async () => {
    await layPreparedDatabase(prepared, directory);
    expect(readFileSync(join(directory, 'base/1'), 'utf8')).toBe('table');
    expect(readFileSync(join(folder, 'prepared/base/1'), 'utf8')).toBe('table');
  });

  it('leaves alone what is there', async () => {
    mkdirSync(directory);
    await layPreparedDatabase(prepared, directory);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('begins again where an earlier copy was cut short', async () => {
    mkdirSync(`${directory}.new`);
    writeFileSync(join(`${directory}.new`, 'half'), '');
    await layPreparedDatabase(prepared, directory);
    expect(readdirSync(directory)).toEqual(['base']);
    expect(readdirSync(folder).toSorted()).toEqual(['database', 'prepared']);
  });

  it('does nothing when none was prepared', async () => {
    await layPreparedDatabase(pathToFileURL(join(folder, 'nowhere')), directory);
    expect(readdirSync(folder)).toEqual(['prepared']);
  });
});
