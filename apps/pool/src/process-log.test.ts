import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProcessLog, reporter } from './process-log.ts';

describe('the log of the process', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-log-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is sentences on a terminal, without what is for programs', () => {
    const path = join(folder, 'terminal');
    const fd = openSync(path, 'w');
    const log = openProcessLog(undefined, { isTTY: true, fd });
    log.info({ event: 'started' }, 'the pool is open');
    log.warn({ event: 'database-away' }, 'Nothing answers at 127.0.0.1:5432.');
    log.flush();
    closeSync(fd);
    const lines = readFileSync(path, 'utf8');
    expect(lines).toMatch(/WARN.*Nothing answers at 127\.0\.0\.1:5432\./);
    expect(lines).not.toMatch(/[{}]|database-away|the pool is open/);
  });
});

describe('what a slow start says', () => {
  it('is a line on a terminal, and an entry of the log elsewhere', () => {
    const written: string[] = [];
    const logged: string[] = [];
    const log = { info: (text: string) => void logged.push(text) };
    const write = (text: string) => written.push(text);
    reporter(log, { isTTY: true, write })('Half is done.');
    reporter(log, { write })('All is done.');
    expect([written, logged]).toEqual([['  Half is done.\n'], ['All is done.']]);
  });
});
