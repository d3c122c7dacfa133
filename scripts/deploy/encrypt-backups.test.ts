import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';

const hasAge = spawnSync('age', ['--version']).error === undefined;
const script = join(ROOT, 'deploy/backup/encrypt-backups.sh');

describe('deploy/backup/encrypt-backups.sh', () => {
  let folder: string;
  let recipients: string;
  const encrypt = () => execFileSync('sh', [script, folder, recipients], { encoding: 'utf8', stdio: 'pipe' });
  const encrypted = () => readdirSync(join(folder, 'encrypted')).toSorted();
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-backups-'));
    recipients = join(folder, 'recipients');
    writeFileSync(join(folder, 'a.backup'), 'secret a');
    writeFileSync(join(folder, 'b.backup.partial'), 'not whole');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('does nothing where no one is named who may read them', () => {
    encrypt();
    expect(readdirSync(folder).toSorted()).toEqual(['a.backup', 'b.backup.partial']);
  });

  it('is called by the unit with the folder that it writes into', () => {
    const unit = readFileSync(join(ROOT, 'deploy/systemd/openlode-backup.service'), 'utf8');
    expect(unit).toContain(
      'ExecStartPost=/bin/sh deploy/backup/encrypt-backups.sh /var/backups/openlode /etc/openlode/backup.recipients\n',
    );
    expect(existsSync(script)).toBe(true);
  });

  it('comes after old backups were removed, which a fault of it would leave out', () => {
    const unit = readFileSync(join(ROOT, 'deploy/systemd/openlode-backup.service'), 'utf8');
    const steps = [...unit.matchAll(/^ExecStartPost=\S+ (\S+)/gm)].map(([, subject]) => subject);
    expect(steps).toEqual(['/var/backups/openlode', 'deploy/backup/encrypt-backups.sh']);
  });

  describe.skipIf(!hasAge)('with age', () => {
    let key: string;
    beforeEach(() => {
      key = join(folder, 'key');
      execFileSync('age-keygen', ['--output', key], { stdio: 'pipe' });
      writeFileSync(recipients, execFileSync('age-keygen', ['-y', key]));
    });
    const read = (name: string) =>
      execFileSync('age', ['--decrypt', '--identity', key, join(folder, 'encrypted', name)], {
        encoding: 'utf8',
      });

    it('encrypts each whole backup once, for its owner only, so that the key opens it', () => {
      encrypt();
      expect(encrypted()).toEqual(['a.backup.age']);
      const file = join(folder, 'encrypted/a.backup.age');
      const bytes = readFileSync(file);
      expect([read('a.backup.age'), bytes.includes('secret a'), statSync(file).mode & 0o777]).toEqual([
        'secret a',
        false,
        0o600,
      ]);
      writeFileSync(join(folder, 'c.backup'), 'secret c');
      // What a run left that was killed.
      writeFileSync(join(folder, 'encrypted/c.backup.age.partial'), 'half');
      encrypt();
      expect(encrypted()).toEqual(['a.backup.age', 'c.backup.age']);
      expect([readFileSync(file).equals(bytes), read('c.backup.age')]).toEqual([true, 'secret c']);
    });

    it('removes those of more than fourteen days ago, and fails where a name is none', () => {
      mkdirSync(join(folder, 'encrypted'));
      const old = join(folder, 'encrypted/old.backup.age');
      writeFileSync(old, '');
      utimesSync(old, new Date(), new Date(Date.now() - 16 * 86_400_000));
      encrypt();
      expect(encrypted()).toEqual(['a.backup.age']);
      writeFileSync(recipients, 'not a key\n');
      writeFileSync(join(folder, 'c.backup'), 'secret c');
      expect(encrypt).toThrow();
      expect(encrypted()).not.toContain('c.backup.age');
    });
  });
});
