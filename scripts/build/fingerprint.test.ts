import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'openlode-fingerprint-'));
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  writeFileSync(join(root, 'src/main.ts'), 'one');
  writeFileSync(join(root, 'src/deep/verb.ts'), 'two');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('fingerprint', () => {
  const print = (): string => fingerprint(root, ['src', 'vite.config.ts']);

  it('stays the same when only a date changes', () => {
    const before = print();
    utimesSync(join(root, 'src/main.ts'), 1, 1);
    expect(print()).toBe(before);
  });

  it('changes with a byte, a new name, and a file that comes or goes', () => {
    const prints = [print()];
    writeFileSync(join(root, 'src/deep/verb.ts'), 'too');
    prints.push(print());
    writeFileSync(join(root, 'src/deep/other.ts'), '');
    prints.push(print());
    writeFileSync(join(root, 'vite.config.ts'), '');
    prints.push(print());
    rmSync(join(root, 'src/main.ts'));
    prints.push(print());
    expect(new Set(prints).size).toBe(5);
  });

  it('is blind to tests, which no build contains', () => {
    const before = print();
    writeFileSync(join(root, 'src/main.test.ts'), 'x');
    mkdirSync(join(root, 'src/testing'));
    writeFileSync(join(root, 'src/testing/fake.ts'), 'x');
    expect(print()).toBe(before);
  });
});
