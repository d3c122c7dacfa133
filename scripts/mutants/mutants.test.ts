import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { mutants } from './mutants.ts';

describe('the mutants', () => {
  it('still fit the source: what each replaces stands in its file exactly once, and its suite exists', () => {
    const misfits = mutants.filter(
      ({ file, find, suite }) =>
        readFileSync(join(ROOT, file), 'utf8').split(find).length !== 2 || !existsSync(join(ROOT, suite)),
    );
    expect(misfits.map(({ name }) => name)).toEqual([]);
  });

  it('have names of their own', () => {
    const names = mutants.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
