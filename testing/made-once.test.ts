import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { madeOnce } from './made-once.ts';

describe('what is made once', () => {
  let base: string;
  let folder: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'openlode-once-'));
    folder = join(base, 'made');
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  it('is made by the first that asks, and is whole for all of them', async () => {
    let times = 0;
    const ask = (): Promise<string> =>
      madeOnce(folder, async (making) => {
        times += 1;
        await sleep(20);
        writeFileSync(join(making, 'file'), 'whole');
      });
    const made = await Promise.all([ask(), ask(), ask()]);
    expect([times, made, readFileSync(join(folder, 'file'), 'utf8')]).toEqual([
      1,
      [folder, folder, folder],
      'whole',
    ]);
    expect(existsSync(`${folder}-making`)).toBe(false);
  });

  it('is made by the next one where the first fails', async () => {
    const failing = madeOnce(folder, () => Promise.reject(new Error('no room')));
    const next = madeOnce(folder, async () => undefined);
    await expect(failing).rejects.toThrow('no room');
    expect([await next, existsSync(folder)]).toEqual([folder, true]);
  });
});
