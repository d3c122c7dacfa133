import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { applyRecipes } from './apply-steps.ts';
import { findMissingImports } from './find-missing-imports.ts';
import { steps } from './steps.ts';

describe('the recipes', () => {
  it('are all written out by scripts/recipes/steps.ts', () => {
    const recipes = readdirSync(join(ROOT, 'docs/recipes')).filter((name) => name !== 'README.md');
    expect(recipes.map((name) => name.replace('.md', '')).toSorted()).toEqual(Object.keys(steps).toSorted());
  });

  it('fit the tree: each block has a place, each place is there, and what comes of it is TypeScript whose imports are there', () => {
    const files = applyRecipes(ROOT);
    expect(files.size).toBeGreaterThan(30);
    for (const [path, text] of files) {
      if (!/\.tsx?$/.test(path)) continue;
      expect(parseSync(path, text).errors, path).toEqual([]);
    }
    expect(findMissingImports(ROOT, files)).toEqual([]);
  });

  it('would be seen to import what is gone', () => {
    const files = new Map([
      ['scripts/new.ts', 'export const here = 1;'],
      [
        'scripts/planted.ts',
        `import { ROOT, gone } from './root.ts';
         import { here, type Lost } from './new.ts';
         import { nothing } from './nowhere.ts';
         import { amount } from '@openlode/money/no-such-module';
         import { join } from 'node:path';`,
      ],
    ]);
    expect(findMissingImports(ROOT, files)).toEqual([
      'scripts/planted.ts: gone of ./root.ts',
      'scripts/planted.ts: Lost of ./new.ts',
      'scripts/planted.ts: nothing of ./nowhere.ts',
      'scripts/planted.ts: amount of @openlode/money/no-such-module',
    ]);
  });
});
