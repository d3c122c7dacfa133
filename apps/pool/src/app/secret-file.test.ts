import { linkSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOperatorsOwn } from './operator-actions.ts';
import { findSecret, readExistingSecret, readSecret } from './secret-file.ts';
import { describeStartFault } from './start-fault.ts';

describe('a secret that is made', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-secret-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is the same from then on, for its owner only', () => {
    const path = join(folder, 'secret');
    const secret = readSecret(path);
    expect(secret).toHaveLength(32);
    expect([readSecret(path), findSecret(path)]).toEqual([secret, secret]);
    expect([readdirSync(folder), (statSync(path).mode & 0o777).toString(8)]).toEqual([['secret'], '600']);
  });

  it('is none yet where the disk was full, and is made by the next start', () => {
    const path = join(folder, 'secret');
    const fullDisk = () => {
      throw new Error('ENOSPC: no space left on device');
    };
    expect(() => readSecret(path, { write: fullDisk, link: linkSync })).toThrow('ENOSPC');
    expect(findSecret(path)).toBeUndefined();
    expect(readSecret(path)).toHaveLength(32);
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('is made where the file system has no links', () => {
    const path = join(folder, 'secret');
    const link = () => {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
    };
    const secret = readSecret(path, { write: writeSync, link });
    expect([findSecret(path), readdirSync(folder)]).toEqual([secret, ['secret']]);
  });

  it('is that of the process that named its own first', () => {
    const path = join(folder, 'secret');
    const link = (from: string, to: string) => {
      writeFileSync(to, `${'ab'.repeat(32)}\n`);
      linkSync(from, to);
    };
    expect(() => readSecret(path, { write: writeSync, link })).toThrow('EEXIST');
    expect(findSecret(path)).toEqual(Buffer.from('ab'.repeat(32), 'hex'));
  });
});

describe('a secret that is not there, or is none', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-secret-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is one sentence, at a start and for a command', () => {
    const path = join(folder, 'secret');
    const faultOf = () => {
      try {
        return readExistingSecret(path);
      } catch (error) {
        return error;
      }
    };
    const missing = faultOf();
    writeFileSync(path, 'not a secret\n');
    const malformed = faultOf();
    expect([missing, malformed].map(isOperatorsOwn)).toEqual([true, true]);
    expect(describeStartFault(malformed)).toEqual({
      message: `${path} does not hold a secret: put the pool's own file there, from its data directory or a backup.`,
      exitCode: 78,
      isExpected: true,
    });
    expect(describeStartFault(missing).message).toBe(
      `There is no secret at ${path}: set OPENLODE_DATA to the data directory of the pool, or restore it from a backup.`,
    );
  });
});
