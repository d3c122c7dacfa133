import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildVersion } from './build-version.ts';

describe('buildVersion', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-commit-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = () => join(folder, 'commit');

  it.each([
    ['3ec2495a1b2c\n', '0.1.0 (commit 3ec2495a1b2c)'],
    ['3ec2495a1b2c-dirty\n', '0.1.0 (commit 3ec2495a1b2c-dirty)'],
    ['fatal: not a git repository\n', '0.1.0'],
  ])('of a build that wrote %j', (text, version) => {
    writeFileSync(file(), text);
    expect(buildVersion(pathToFileURL(file()))).toBe(version);
  });

  it('is the release alone where the build knew no commit', () => {
    expect(buildVersion(pathToFileURL(file()))).toBe('0.1.0');
  });
});
