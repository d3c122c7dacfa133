import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { followImport } from '../import-rules/find-broken-imports.ts';
import { readTree } from './read-tree.ts';

/**
 * What TypeScript files import of the repository and it does not have, as `file: name of specifier`. `files` are texts by path, which stand
 * for those of the tree. No types are compared.
 */
export function findMissingImports(root: string, files: ReadonlyMap<string, string>): readonly string[] {
  const missing: string[] = [];
  for (const [path, text] of files) {
    if (!/\.tsx?$/.test(path)) continue;
    for (const { moduleRequest, entries } of parseSync(path, text).module.staticImports) {
      const specifier = moduleRequest.value;
      if (!/^\.|^@openlode\//.test(specifier) || /\.(?:css|json)$/.test(specifier)) continue;
      const target = specifier.startsWith('.')
        ? join(path, '..', specifier)
        : followImport(root, path, specifier);
      const source = target === undefined ? undefined : (files.get(target) ?? readTree(root, target));
      const exported = exportsOf(target ?? '', source ?? '');
      for (const { importName } of entries) {
        const name = importName.name ?? 'default';
        if (source === undefined || !(exported.has(name) || exported.has('*')))
          missing.push(`${path}: ${name} of ${specifier}`);
      }
    }
  }
  return missing;
}

/** The names that a module exports; `*` where it passes on those of others. */
function exportsOf(path: string, source: string): ReadonlySet<string> {
  const { staticExports } = parseSync(path, source).module;
  const names = staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName, moduleRequest }) => {
      if (exportName.name !== null) return exportName.name;
      return moduleRequest === null ? 'default' : '*';
    }),
  );
  return new Set(names);
}
