import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of a file of the tree; undefined where there is none. */
export function readTree(root: string, path: string): string | undefined {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
