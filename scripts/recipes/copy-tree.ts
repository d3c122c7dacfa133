import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Copies the files of a checkout, as they lie there now and without what git ignores, into an empty folder, and makes a repository of it. Its dependencies are those
 * of the checkout, but our own packages are those of the copy.
 */
export function copyTree(root: string, to: string): void {
  const tracked = execFileSync('git', ['ls-files', '-zco', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\0');
  for (const path of tracked.filter((each) => each !== '' && existsSync(join(root, each)))) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(root, path), join(to, path));
  }
  mkdirSync(join(to, 'node_modules/@openlode'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@openlode') symlinkSync(join(root, 'node_modules', name), join(to, 'node_modules', name));
  for (const name of readdirSync(join(root, 'node_modules/@openlode'))) {
    const target = readlinkSync(join(root, 'node_modules/@openlode', name));
    symlinkSync(target, join(to, 'node_modules/@openlode', name));
  }
  execFileSync('git', ['init', '-q'], { cwd: to });
}
