import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
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
  /** Its status, and what it printed and said. */
  const run = ({
    from = folder,
    given = [from, recipients],
    path = process.env['PATH'],
  }: {
    readonly from?: string;
    readonly given?: readonly string[];
    readonly path?: string | undefined;
  } = {}) => {
    const { status, stdout, stderr } = spawnSync('/bin/sh', [script, ...given], {
      encoding: 'utf8',
      env: { ...process.env, PATH: path },
    });
    return [status, stdout, stderr];
  };
  const encrypt = () => expect(run()).toEqual([0, '', '']);
  const encrypted = () => readdirSync(join(folder, 'encrypted')).toSorted();
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-backups-'));
    recipients = join(folder, 'recipients');
    writeFileSync(join(folder, 'a.backup'), 'secret a');
    writeFileSync(join(folder, 'b.backup.partial'), 'not whole');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('does nothing and says so where it was never wanted, and fails where it was', () => {
    const given = ['--if-named', folder, recipients];
    expect(run({ given })).toEqual([0, `backups are not encrypted: there is no ${recipients}\n`, '']);
    expect(readdirSync(folder).toSorted()).toEqual(['a.backup', 'b.backup.partial']);
    mkdirSync(join(folder, 'encrypted'));
    expect(run({ given })).toEqual([
      1,
      '',
      `encrypt-backups.sh: no backup was encrypted: there is no ${recipients}, which names the public keys\n`,
    ]);
  });

  it('is called by the unit with the folder that it writes into', () => {
    const unit = readFileSync(join(ROOT, 'deploy/systemd/openlode-backup.service'), 'utf8');
    expect(unit).toContain(
      'ExecStartPost=/bin/sh deploy/backup/encrypt-backups.sh --if-named /var/backups/openlode /etc/openlode/backup.recipients\n',
    );
    expect(existsSync(script)).toBe(true);
  });

  it('comes after old backups were removed, which a fault of it would leave out', () => {
    const unit = readFileSync(join(ROOT, 'deploy/systemd/openlode-backup.service'), 'utf8');
    const steps = [...unit.matchAll(/^ExecStartPost=\S+ (\S+)/gm)].map(([, subject]) => subject);
    expect(steps).toEqual(['/var/backups/openlode', 'deploy/backup/encrypt-backups.sh']);
  });

  it('fails in words where no one is named, and where the folder is not there', () => {
    expect(run()).toEqual([
      1,
      '',
      `encrypt-backups.sh: no backup was encrypted: there is no ${recipients}, which names the public keys\n`,
    ]);
    writeFileSync(recipients, '');
    expect(run({ from: join(folder, 'missing') })).toEqual([
      1,
      '',
      `encrypt-backups.sh: there is no folder ${join(folder, 'missing')}\n`,
    ]);
    expect(run({ given: [folder] })).toEqual([
      1,
      '',
      'encrypt-backups.sh: name the folder of the backups and the file with the public keys\n',
    ]);
    expect(readdirSync(folder).toSorted()).toEqual(['a.backup', 'b.backup.partial', 'recipients']);
  });

  it('fails in words where age is not installed', () => {
    writeFileSync(recipients, '');
    // What the script needs but age.
    const tools = join(folder, 'tools');
    mkdirSync(tools);
    for (const name of ['sh', 'mkdir', 'basename', 'mv', 'rm', 'find'])
      symlinkSync(
        execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
        join(tools, name),
      );
    expect(run({ path: tools })).toEqual([
      1,
      '',
      'encrypt-backups.sh: no backup was encrypted: age is not installed (apt install age)\n',
    ]);
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
      for (const names of ['not a key\n', '']) {
        writeFileSync(recipients, names);
        writeFileSync(join(folder, 'c.backup'), 'secret c');
        const [status, , said] = run();
        expect([status, said]).toEqual([
          1,
          expect.stringContaining(`encrypt-backups.sh: ${folder}/c.backup was not encrypted: age failed\n`),
        ]);
        expect(encrypted()).toEqual(['a.backup.age']);
      }
    });

    it('fails in words where there is no backup, and encrypts again what is empty', () => {
      mkdirSync(join(folder, 'encrypted'));
      writeFileSync(join(folder, 'encrypted/a.backup.age'), '');
      encrypt();
      expect(read('a.backup.age')).toBe('secret a');
      rmSync(join(folder, 'a.backup'));
      expect(run()).toEqual([
        1,
        '',
        `encrypt-backups.sh: no backup was encrypted: there is none in ${folder}\n`,
      ]);
    });

    it('fails in words on a full disk, and leaves nothing half there', () => {
      // A limit of the shell stands for the disk: a write beyond it fails.
      writeFileSync(join(folder, 'a.backup'), new Uint8Array(4_000_000));
      const { status, stderr } = spawnSync(
        '/bin/sh',
        ['-c', `trap '' XFSZ; ulimit -f 2; exec /bin/sh "$@"`, 'sh', script, folder, recipients],
        { encoding: 'utf8' },
      );
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining(`encrypt-backups.sh: ${folder}/a.backup was not encrypted: age failed\n`),
      ]);
      expect(encrypted()).toEqual([]);
    });
  });
});
