import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOperatorsOwn } from './operator-actions.ts';
import { readExistingSecret } from './secret-file.ts';
import { describeStartFault } from './start-fault.ts';

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
