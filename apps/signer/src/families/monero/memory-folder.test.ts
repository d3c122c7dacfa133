import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drop, dropLeftovers, makeFolder } from './memory-folder.ts';

it('makes folders for its user only, and removes what another start of the same signer has left', () => {
  const directories = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'openlode-signer-')));
  const [own = '', other = ''] = directories.map((directory) => makeFolder(directory));
  try {
    expect(statSync(own).mode & 0o777).toBe(0o700);
    writeFileSync(join(own, 'key'), 'secret');
    dropLeftovers(directories[0] ?? '');
    expect([own, other].map((folder) => existsSync(folder))).toEqual([false, true]);
  } finally {
    for (const folder of [own, other]) drop(folder);
    for (const directory of directories) rmSync(directory, { recursive: true });
  }
});
