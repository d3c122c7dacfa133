import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';

/** The server programs of Debian, the newest last. */
const servers = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql')
      .map((version) => `/usr/lib/postgresql/${version}/bin/postgres`)
      .filter((program) => existsSync(program))
  : [];
const settings = readFileSync(join(ROOT, 'deploy/postgresql/openlode.conf'), 'utf8');
const lines = settings.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe.skipIf(servers.length === 0)('deploy/postgresql', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-settings-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What the server makes of a setting, where it takes the whole file; it is not started. */
  const valueOf = (name: string, text: string): { status: number | null; value: string } => {
    writeFileSync(join(folder, 'postgresql.conf'), text);
    const { status, stdout } = spawnSync(servers.at(-1) ?? '', ['-C', name, '-D', folder], {
      encoding: 'utf8',
    });
    return { status, value: stdout.trim() };
  };

  it('is read by PostgreSQL, each line as it is meant', () => {
    expect(lines.length).toBeGreaterThan(15);
    // In units of the server: pages of 8 KiB, MiB and seconds.
    for (const [name, value] of [
      ['shared_buffers', '262144'],
      ['max_connections', '200'],
      ['max_wal_size', '8192'],
      ['checkpoint_timeout', '900'],
      ['synchronous_commit', 'on'],
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
    ] as const)
      expect([name, valueOf(name, settings)]).toEqual([name, { status: 0, value }]);
  });

  it('has room for sixteen processes that take miners', () => {
    // Each has ten connections, and two where it credits rounds.
    expect(Number(valueOf('max_connections', settings).value)).toBeGreaterThanOrEqual(16 * 12);
  });

  it('would not be read with a name that there is not', () => {
    expect(valueOf('fsync', `${settings}\nmax_wal_sizes = 1GB\n`).status).toBe(1);
  });
});
