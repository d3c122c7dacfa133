import fs, { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogFile } from './log-file.ts';

describe('a file of lines', () => {
  let directory: string;
  let path: string;
  let open: LogFile[] = [];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-log-file-'));
    path = join(directory, 'log');
  });
  afterEach(() => {
    for (const file of open) file.close();
    open = [];
    rmSync(directory, { recursive: true });
  });

  function start(): LogFile {
    const file = LogFile.open(path);
    open.push(file);
    return file;
  }

  it('cuts a last line that breaks off, however long it is', () => {
    for (const rest of ['x', 'x'.repeat(65_536), 'x'.repeat(200_000)]) {
      writeFileSync(path, `one\ntwo\n${rest}`);
      expect(start().readLines()).toEqual(['one', 'two']);
      expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
      writeFileSync(path, rest);
      expect(start().size).toBe(0);
      expect(statSync(path).size).toBe(0);
    }
  });

  it('reads a line by its offset, also one that is longer than what is read at once', async () => {
    const long = 'ä'.repeat(100_000);
    const file = start();
    await file.append(Buffer.from(`one\n${long}\n`));
    expect(await file.readLine(0)).toEqual({ text: 'one', next: 4 });
    expect(await file.readLine(4)).toEqual({ text: long, next: 200_005 });
    expect(await file.readLine(200_005)).toBeUndefined();
  });

  it('ends where it did before an append that fails', async () => {
    const file = start();
    await file.append(Buffer.from('one\n'));
    const refused = file.append(Buffer.from('two\n'), () => {
      throw new Error('EIO');
    });
    await expect(refused).rejects.toThrow('EIO');
    expect(file.size).toBe(4);
    await file.append(Buffer.from('three\n'));
    expect(readFileSync(path, 'utf8')).toBe('one\nthree\n');
  });

  it('ends where it did before a write without a sync that the disk takes in part, also where it cannot be cut at once', () => {
    const file = start();
    file.writeUnsynced(Buffer.from('one\n'));
    const { writeSync, ftruncateSync } = fs;
    let room = 2;
    const refuse = (text: string) => () => {
      throw new Error(text);
    };
    fs.writeSync = ((to: number, lines: Buffer, from: number) => {
      if (room === 0) throw new Error('ENOSPC');
      const written = writeSync(to, lines, from, Math.min(room, lines.length - from));
      room -= written;
      return written;
    }) as typeof fs.writeSync;
    try {
      syncBuiltinESMExports();
      expect(() => file.writeUnsynced(Buffer.from('two\n'))).toThrow('ENOSPC');
      expect(readFileSync(path, 'utf8')).toBe('one\n');
      room = 3;
      fs.ftruncateSync = refuse('EIO');
      syncBuiltinESMExports();
      expect(() => file.writeUnsynced(Buffer.from('three\n'))).toThrow('ENOSPC');
      expect(() => file.writeUnsynced(Buffer.from('four\n'))).toThrow('EIO');
      expect(readFileSync(path, 'utf8')).toBe('one\nthr');
    } finally {
      Object.assign(fs, { writeSync, ftruncateSync });
      syncBuiltinESMExports();
    }
    file.writeUnsynced(Buffer.from('five\n'));
    expect([readFileSync(path, 'utf8'), file.size]).toEqual(['one\nfive\n', 9]);
  });

  it('goes on at the end of a new file once it dropped its beginning, and of an emptied one', async () => {
    const file = start();
    await file.append(Buffer.from('one\ntwo\nthree\n'));
    await file.dropBefore(4);
    await file.append(Buffer.from('four\n'));
    expect(readFileSync(path, 'utf8')).toBe('two\nthree\nfour\n');
    expect(file.size).toBe(15);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await file.empty();
    await file.append(Buffer.from('five\n'));
    expect(readFileSync(path, 'utf8')).toBe('five\n');
  });

  it('keeps what it has where its beginning cannot be dropped', async () => {
    const file = start();
    await file.append(Buffer.from('one\ntwo\n'));
    writeFileSync(path, 'one\n');
    await expect(file.dropBefore(4)).rejects.toThrow('is shorter than it was');
    appendFileSync(path, 'two\n');
    await file.append(Buffer.from('three\n'));
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\n');
  });
});
