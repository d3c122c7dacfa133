import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { signerUnits } from './signer-units.ts';

const units = join(ROOT, 'deploy/systemd');
/** The units name the programs of Debian, and are held to what they name. */
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0 && existsSync('/usr/bin/node');

/** Lines of a unit that say something, in any order. */
const directivesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => /^[A-Z][A-Za-z]+=/.test(line));

describe('deploy/systemd', () => {
  it('shuts a process of several in as the unit of the guide does', () => {
    const guide = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
    const [, unit = ''] =
      /```ini file=\/etc\/systemd\/system\/openlode\.service\n([^`]+)```/.exec(guide) ?? [];
    const own = new Set(directivesOf(readFileSync(join(units, 'openlode@.service'), 'utf8')));
    // Its description, what it waits for and its data directory are its own.
    expect(directivesOf(unit).filter((line) => !own.has(line))).toEqual([
      'Description=Openlode mining pool',
      'After=network-online.target postgresql.service',
      'ReadWritePaths=/var/lib/openlode /var/backups/openlode',
    ]);
  });

  describe.skipIf(!hasSystemd)('as systemd of this machine reads it', () => {
    let folder: string;
    const deployed = [
      'openlode@web.service',
      'openlode-backup.service',
      'openlode-backup.timer',
      'openlode-try-restore.service',
      'openlode-try-restore.timer',
    ];
    const ofSigner = signerUnits();
    const files = [...deployed, ...ofSigner.keys()];
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'openlode-units-'));
      for (const file of deployed) copyFileSync(join(units, file.replace('@web', '@')), join(folder, file));
      for (const [file, text] of ofSigner) writeFileSync(join(folder, file), text);
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it('has no fault', () => {
      const { status, stderr } = spawnSync(
        'systemd-analyze',
        ['verify', ...files.map((file) => join(folder, file))],
        {
          encoding: 'utf8',
        },
      );
      expect(status, stderr).toBe(0);
    });

    it.each(files.filter((file) => file.endsWith('.service')))('exposes little: %s', (file) => {
      // In tenths: systemd calls up to 4.5 “OK”.
      const { status, stdout } = spawnSync(
        'systemd-analyze',
        ['security', '--offline=true', '--threshold=40', '--no-pager', join(folder, file)],
        { encoding: 'utf8' },
      );
      expect([status, /Overall exposure level[^\n]*/.exec(stdout)?.[0]]).toEqual([
        0,
        expect.stringContaining('OK'),
      ]);
    });
  });
});
