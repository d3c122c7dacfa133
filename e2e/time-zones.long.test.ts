import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** West of Greenwich with summer time, a quarter of an hour off the full hours, and a day ahead of most of the world. */
const zones = ['America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'];

describe('the services, whatever the time zone of the machine', () => {
  it.each(zones)('keep UTC days in %s [T4]', { timeout: 900_000 }, async (zone) => {
    const vitest = spawn(
      process.execPath,
      [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'pool', 'apps/pool/src/domain'],
      { cwd: ROOT, env: { ...process.env, TZ: zone, TEST_LONG: '0' }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [out, err, code] = await Promise.all([
      text(vitest.stdout),
      text(vitest.stderr),
      new Promise((resolve) => vitest.once('close', resolve)),
    ]);
    expect(code, out + err).toBe(0);
    expect(out).toMatch(/Tests\s.*\d+ passed/);
  });
});
