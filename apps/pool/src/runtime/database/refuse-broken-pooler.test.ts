import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { freePorts } from '../../../../../testing/free-port.ts';
import { BrokenPooler, refuseBrokenPooler } from './refuse-broken-pooler.ts';

const server = process.env['DATABASE_URL'];

/** Major and minor number of the PgBouncer that is installed; undefined where none is. */
function pgbouncerVersion(): readonly [number, number] | undefined {
  try {
    const text = execFileSync('pgbouncer', ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(text) ?? [];
    return major === undefined ? undefined : [Number(major), Number(minor)];
  } catch {
    return undefined;
  }
}

const version = pgbouncerVersion();

/** Runs PgBouncer before the server of the suites, as a user that is not root. */
async function behind<T>(settings: readonly string[], work: (url: string) => Promise<T>): Promise<T> {
  const { hostname, port, username } = new URL(server ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'openlode-pooler-'));
  chmodSync(folder, 0o755);
  const listen = await freePorts(1);
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port || '5432'} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listen}`,
    'auth_type = any',
    'unix_socket_dir =',
    ...settings,
  ];
  writeFileSync(join(folder, 'pooler.ini'), `${lines.join('\n')}\n`, { mode: 0o644 });
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...asUser, join(folder, 'pooler.ini')], { stdio: 'ignore' });
  try {
    const url = new URL(server ?? '');
    url.hostname = '127.0.0.1';
    url.port = String(listen);
    await untilOpen(url.href);
    return await work(url.href);
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  }
}

async function untilOpen(connectionString: string): Promise<void> {
  for (let look = 0; look < 1200; look += 1) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('pgbouncer does not listen');
}

describe.skipIf(server === undefined)('refuseBrokenPooler', () => {
  it('is content without a pooler, and where nothing answers', async () => {
    await refuseBrokenPooler(server ?? '');
    await refuseBrokenPooler('postgres://127.0.0.1:1/none');
  });

  describe.skipIf(version === undefined)('behind PgBouncer', () => {
    const carries = version !== undefined && (version[0] > 1 || version[1] >= 21);

    it('is content with session pooling', async () => {
      await behind(['pool_mode = session'], refuseBrokenPooler);
    });

    it('refuses statement pooling, and transaction pooling that loses prepared statements', async () => {
      const lost = ['pool_mode = transaction', ...(carries ? ['max_prepared_statements = 0'] : [])];
      for (const settings of [lost, ['pool_mode = statement']])
        await expect(behind(settings, refuseBrokenPooler)).rejects.toThrow(BrokenPooler);
    });

    it.skipIf(!carries)('is content with transaction pooling that carries them over', async () => {
      await behind(['pool_mode = transaction', 'max_prepared_statements = 300'], refuseBrokenPooler);
    });
  });
});
