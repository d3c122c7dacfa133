import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNewFile } from './new-file.ts';

describe('a new file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-new-file-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has its name when it is whole, and is for its owner only', async () => {
    const file = join(folder, 'a.csv');
    const out = await createNewFile(file);
    await out.write('one\n');
    await out.write('two\n');
    expect(readdirSync(folder)).toEqual(['a.csv.partial']);
    await out.finish();
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['one\ntwo\n', 0o600]);
    await expect(createNewFile(file)).rejects.toThrow(`${file} is there already`);
  });

  it('leaves nothing where it is given up, and says where there is no folder', async () => {
    const out = await createNewFile(join(folder, 'b.csv'));
    await out.write('one\n');
    await expect(createNewFile(join(folder, 'b.csv'))).rejects.toThrow('b.csv.partial is there');
    await out.abandon();
    expect(readdirSync(folder)).toEqual(['a.csv']);
    await expect(createNewFile(join(folder, 'none/c.csv'))).rejects.toThrow(
      'is not there: make the folder first',
    );
  });
});
