import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import { keepRead } from './keep-read.ts';

it('keeps what was read last, also where a reading of before ends after it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'openlode-kept-'));
  const endings: ((content: string) => void)[] = [];
  const read = (): Promise<string> => new Promise((resolve) => endings.push(resolve));
  const opening = keepRead(pathToFileURL(`${folder}/`), read, () => undefined);
  endings[0]?.('first');
  const kept = await opening;
  for (const readings of [2, 3]) {
    kept.reload();
    await vi.waitFor(() => expect(endings).toHaveLength(readings));
  }
  endings[2]?.('newest');
  await vi.waitFor(() => expect(kept.content()).toBe('newest'));
  endings[1]?.('before');
  await new Promise((resolve) => setImmediate(resolve));
  expect(kept.content()).toBe('newest');
  kept.close();
  rmSync(folder, { recursive: true });
});
