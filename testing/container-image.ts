import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../scripts/root.ts';

const programs = ['podman', 'runc', 'debootstrap', 'git', 'tar'];
const isThere = (program: string): boolean => spawnSync('which', [program]).status === 0;

/** Whether images can be built here: as root, with podman, runc and debootstrap of Debian. Suites that need them are skipped without. */
export const canBuildImages = process.getuid?.() === 0 && programs.every(isThere);

/** Podman with images and containers of a suite's own, in a folder; nothing of the machine's is seen or kept. */
export class Containers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'openlode-containers-'));

  run(args: readonly string[], cwd?: string): string {
    const ran = spawnSync('podman', [...this.#own(), ...args], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      ...(cwd !== undefined && { cwd }),
    });
    if (ran.status !== 0) throw new Error(`podman ${args.join(' ')}: ${ran.stderr.slice(-4000)}`);
    return ran.stdout.trim();
  }

  /** Runs an image as the first lines of its file say, within what this machine allows. */
  start(args: readonly string[]): string {
    const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];
    return this.run(['run', '--network', 'host', ...limits, ...args]);
  }

  #own(): readonly string[] {
    const places = ['--root', join(this.#folder, 'storage'), '--runroot', join(this.#folder, 'run')];
    // What works within another container too.
    const means = ['--storage-driver', 'vfs', '--cgroup-manager', 'cgroupfs', '--events-backend', 'none'];
    return [...places, ...means, '--runtime', 'runc'];
  }

  /** An image with what the base of `deploy/container/Containerfile` has: a minimal Debian 12, and the Node.js, the npm and the trusted authorities of this machine. */
  makeBase(tag: string): void {
    const root = join(this.#folder, 'base');
    const made = spawnSync(
      'debootstrap',
      ['--variant=minbase', '--include=ca-certificates', 'bookworm', root],
      {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    if (made.status !== 0)
      throw new Error(`debootstrap: ${made.stdout.slice(-2000)} ${made.stderr.slice(-2000)}`);
    copyNode(root);
    const changes = trustAuthorities(root).flatMap((change) => ['--change', change]);
    const archive = join(this.#folder, 'base.tar');
    const packed = spawnSync('tar', ['-C', root, '--one-file-system', '-cf', archive, '.'], {
      encoding: 'utf8',
    });
    if (packed.status !== 0) throw new Error(`tar: ${packed.stderr}`);
    this.run(['import', ...changes, archive, tag]);
    for (const path of [archive, root]) rmSync(path, { recursive: true, force: true });
  }

  /** What is committed of the repository, as a clone has it. */
  checkout(): string {
    const folder = join(this.#folder, 'checkout');
    const cloned = spawnSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, folder], {
      encoding: 'utf8',
    });
    if (cloned.status !== 0) throw new Error(`git clone: ${cloned.stderr}`);
    return folder;
  }

  close(): void {
    // Mounts of containers would be in the way.
    spawnSync('podman', [...this.#own(), 'rm', '--all', '--force', '--time', '0']);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Where Debian keeps the authorities that it trusts, on this machine and in the base. */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/** Lets npm believe in the build whom this machine believes: a network may answer with an authority of its own. Returns the changes of the image. */
function trustAuthorities(root: string): readonly string[] {
  if (!existsSync(AUTHORITIES)) return [];
  cpSync(AUTHORITIES, join(root, AUTHORITIES), { dereference: true });
  return [`ENV NODE_EXTRA_CA_CERTS=${AUTHORITIES}`];
}

/** Node.js as this process runs it, and the npm that came with it. */
function copyNode(root: string): void {
  const node = realpathSync(process.execPath);
  const modules = ['/usr/lib/node_modules', join(dirname(node), '../lib/node_modules')].find((path) =>
    existsSync(join(path, 'npm')),
  );
  if (modules === undefined) throw new Error('this machine has no npm beside its Node.js');
  mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(node, join(root, 'usr/local/bin/node'));
  cpSync(join(modules, 'npm'), join(root, 'usr/local/lib/node_modules/npm'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const name of ['npm', 'npx'])
    spawnSync('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name)]);
}
