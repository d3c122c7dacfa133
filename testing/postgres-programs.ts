import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian keeps the programs of each version, and wherever the PATH has them. */
const versions = '/usr/lib/postgresql';
const folders = existsSync(versions)
  ? readdirSync(versions)
      .toSorted()
      .map((version) => join(versions, version, 'bin'))
  : [];
const bin = folders.findLast((folder) => existsSync(join(folder, 'initdb')));

/** Whether this machine can run a server of the suite's own; suites that need one are skipped without it. */
export const hasPostgres = bin !== undefined;

const isRoot = process.getuid?.() === 0;
const asUser = '/usr/sbin/runuser';

/** Has the user of the server own a folder, where that is not who runs the suite. */
export function giveToPostgres(folder: string): void {
  chmodSync(folder, 0o755);
  if (isRoot) execFileSync('chown', ['postgres', folder]);
}

/** As the user of the server: it refuses to run as root. Throws what the program says where it fails. */
export function runPostgres(program: string, ...args: readonly string[]): void {
  const [file, all] = commandOf(program, args);
  const { status, stderr } = spawnSync(file, all, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    cwd: '/',
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/** The same while other work of this process goes on. */
export async function runPostgresBeside(program: string, ...args: readonly string[]): Promise<void> {
  const [file, all] = commandOf(program, args);
  const child = spawn(file, all, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`${program} failed: ${said}`);
}

function commandOf(
  program: string,
  args: readonly string[],
): readonly [file: string, args: readonly string[]] {
  const command = existsSync(join(bin ?? '', program)) ? join(bin ?? '', program) : program;
  return isRoot ? [asUser, ['-u', 'postgres', '--', command, ...args]] : [command, args];
}
