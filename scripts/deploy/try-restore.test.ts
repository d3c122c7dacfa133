import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';

const script = join(ROOT, 'deploy/backup/try-restore.sh');

describe('deploy/backup/try-restore.sh', () => {
  let folder: string;
  let command: string;
  /** Stands in for openlode: writes into the data directory that it is given, as a restore does, and ends with this. */
  const standIn = (code: number): void =>
    writeFileSync(
      command,
      `mkdir "$OPENLODE_DATA" && echo "$OPENLODE_DATA \${DATABASE_URL:-embedded} $*" > ${folder}/asked; exit ${code}\n`,
    );
  const tryIt = () =>
    spawnSync('sh', [script, folder, 'sh', command], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: 'postgres://live', OPENLODE_DATA: '/var/lib/openlode' },
    });
  const backup = (name: string, ageMs: number): void => {
    const file = join(folder, name);
    writeFileSync(file, '');
    const at = new Date(Date.now() - ageMs);
    utimesSync(file, at, at);
  };
  const hourMs = 3_600_000;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-trial-'));
    command = join(folder, 'stand-in.sh');
    standIn(0);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('restores the newest backup, never into the database of the pool, and removes it again', () => {
    backup('before-2026.backup', 30 * hourMs);
    backup('2026-05-01T0900.backup', 2 * hourMs);
    backup('2026-05-01T0800.backup', 3 * hourMs);
    backup('2026-05-01T1000.backup.partial', 0);
    // What a trial left that was killed.
    mkdirSync(join(folder, 'trial'));
    writeFileSync(join(folder, 'trial/secret'), 'old');
    expect(tryIt().status).toBe(0);
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe(
      `${folder}/trial embedded restore ${folder}/2026-05-01T0900.backup\n`,
    );
    expect(existsSync(join(folder, 'trial'))).toBe(false);
  });

  it('fails where the ledger is not sound, and removes it all the same', () => {
    backup('a.backup', hourMs);
    standIn(1);
    expect(tryIt().status).toBe(1);
    expect(existsSync(join(folder, 'trial'))).toBe(false);
  });

  it('fails where the newest backup is old, or there is none', () => {
    const none = `no backup of the last two days is in ${folder}\n`;
    expect([tryIt().status, tryIt().stderr]).toEqual([1, none]);
    backup('old.backup', 80 * hourMs);
    expect([tryIt().status, tryIt().stderr, existsSync(join(folder, 'asked'))]).toEqual([1, none, false]);
  });

  it('is what the unit calls', () => {
    const unit = readFileSync(join(ROOT, 'deploy/systemd/openlode-try-restore.service'), 'utf8');
    expect(unit).toContain(
      'ExecStart=/bin/sh deploy/backup/try-restore.sh /var/backups/openlode /usr/bin/node apps/pool/bin/openlode.js\n',
    );
    expect(unit).not.toContain('EnvironmentFile');
  });
});
