import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryInUse, lockDirectory } from './directory-lock.ts';

/** Another process that takes the same kernel lock and says so. */
const holder = `
  const { tryLock } = require(process.argv[1]);
  const file = require('node:fs').openSync(process.argv[2], 'a+');
  process.stdout.write(tryLock(file) ? 'held' : 'refused');
  setInterval(() => undefined, 1000);`;

describe('lockDirectory', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-lock-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('refuses a directory that another process holds, and is free the moment that process is killed [S1] [S2]', async () => {
    writeFileSync(join(directory, 'openlode.lock'), '4711\n');
    const module = createRequire(import.meta.url).resolve('fs-native-extensions');
    const child = spawn(process.execPath, ['-e', holder, module, join(directory, 'openlode.lock')]);
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    expect(said.toString()).toBe('held');
    expect(() => lockDirectory(directory)).toThrow(DirectoryInUse);
    expect(() => lockDirectory(directory)).toThrow('in use by another Openlode (process 4711)');

    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = lockDirectory(directory);
    lock.release();
    lockDirectory(directory).release();
  });

  it('makes the directory where there is none', () => {
    lockDirectory(join(directory, 'deep', 'down')).release();
  });
});
