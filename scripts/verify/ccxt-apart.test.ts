import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listSourceFiles } from '../import-rules/source-files.ts';
import { ROOT } from '../root.ts';

it('leaves ccxt out of what is installed with the pool, and out of everything that imports by name', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, unknown>>;
  };
  expect(Object.keys(packages).filter((path) => path.endsWith('node_modules/ccxt'))).toEqual([]);
  const files = listSourceFiles(ROOT, ['apps', 'packages', 'bench', 'e2e', 'testing']);
  expect(files.length).toBeGreaterThan(1000);
  const named = /(?:from|import|require)\s*\(?\s*['"]ccxt['"/]/;
  expect(files.filter((file) => named.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});
