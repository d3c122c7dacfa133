import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../scripts/root.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'openlode-clock-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a pool that starts before its clock is set waits, says so, and writes nothing', async () => {
  const data = join(folder, 'data');
  // The clock of a machine without a battery.
  const clock = 'const real = Date.now, off = real(); Date.now = () => real() - off;';
  const pool = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(clock)}`, 'apps/pool/dist/main.js'],
    {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], OPENLODE_DATA: data },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(pool, 'exit');
  try {
    let said: string | undefined;
    for await (const line of createInterface({ input: pool.stdout }))
      if (line.includes('"event":"clock-not-set"')) {
        said = line;
        break;
      }
    expect(said).toContain("This machine's clock says 1970-01-01T");
    expect(existsSync(data)).toBe(false);
  } finally {
    pool.kill();
    await ended;
  }
});
