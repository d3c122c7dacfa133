import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAppendLog } from './append-log.ts';
import { checkedLine, readCheckedLine } from './checked-line.ts';

describe('an append-only log', () => {
  let directory: string;
  let path: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-append-'));
    path = join(directory, 'deep', 'log');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('keeps its lines, in a file that only its owner can read', () => {
    const log = openAppendLog(path);
    expect(log.lines).toEqual([]);
    log.append('one');
    log.append('zwölf');
    log.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = openAppendLog(path);
    expect(again.lines).toEqual(['one', 'zwölf']);
    expect(again.bytes).toBe(11);
    again.close();
  });

  it('cuts a last line that breaks off, also within a character, and goes on behind the one before', () => {
    const first = openAppendLog(path);
    first.append('one');
    first.close();
    appendFileSync(path, Buffer.from('zwö').subarray(0, 3));
    const log = openAppendLog(path);
    expect(log.lines).toEqual(['one']);
    log.append('two');
    log.close();
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  });

  it('takes nothing more after the disk refused once', () => {
    let refuses = true;
    const log = openAppendLog(path, {
      sync: () => {
        if (refuses) throw new Error('EIO: i/o error');
      },
    });
    expect(() => log.append('one')).toThrow('EIO');
    refuses = false;
    expect(log.failed()).toBe('EIO: i/o error');
    expect(() => log.append('two')).toThrow('takes nothing more: EIO');
    log.close();
  });
});

describe('a line with a checksum', () => {
  it('is read as it was written, and not at all where a character is another', () => {
    const line = checkedLine('{"a":1}');
    expect(line).toBe('561bacaf {"a":1}');
    expect(readCheckedLine(line)).toBe('{"a":1}');
    expect(readCheckedLine(line.replace('1}', '2}'))).toBeUndefined();
    expect(readCheckedLine('')).toBeUndefined();
  });
});
