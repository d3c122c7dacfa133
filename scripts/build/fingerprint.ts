import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'testing']);
const SKIPPED_FILES = /\.test\.tsx?$/;

/**
 * One hash over the names and the bytes of everything below these paths, tests left out: what a build is made
 * of. Contents rather than dates, because a fresh clone or a changed branch makes every date new. A path that
 * does not exist counts as empty.
 */
export function fingerprint(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isFile()) {
      const bytes = readFileSync(full);
      hash.update(`${path}\0${bytes.length}\0`).update(bytes);
      return;
    }
    for (const entry of readdirSync(full, { withFileTypes: true }).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    ))
      if (entry.isDirectory() ? !SKIPPED_FOLDERS.has(entry.name) : !SKIPPED_FILES.test(entry.name))
        add(join(path, entry.name));
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}
