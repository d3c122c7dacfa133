import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'planted-imports', 'data']);

/** Every TypeScript source below these folders, relative to `root`, found without the tool under test. */
export function listSourceFiles(root: string, folders: readonly string[]): string[] {
  const files: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) walk(path);
      } else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) {
        files.push(path.split(sep).join('/'));
      }
    }
  };
  for (const folder of folders) walk(folder);
  return files;
}
