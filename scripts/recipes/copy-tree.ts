import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkModules } from '../link-modules.ts';

/**
 * Copies the files of a checkout, as they lie there now and without what git ignores, into an empty folder with its dependencies, and makes a
 * repository of it.
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
  linkModules(root, to);
  execFileSync('git', ['init', '-q'], { cwd: to });
}
