import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkModules } from '../link-modules.ts';
import { ROOT } from '../root.ts';
import { type Mutant, mutants } from './mutants.ts';

/** What a suite of the pool and the packages needs; the rest of the tree stays where it is. */
const copied = [
  'apps',
  'packages',
  'testing',
  'scripts',
  'vitest.config.ts',
  'tsconfig.base.json',
  'package.json',
];

/** Only ends what would never end: a suite that takes seconds takes minutes beside other work. */
const waitLimitMs = 1_800_000;

describe('a mistake in a money rule', () => {
  let tree: string;
  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'openlode-mutants-'));
    for (const name of copied)
      cpSync(join(ROOT, name), join(tree, name), {
        recursive: true,
        filter: (path) => !/\/(node_modules|dist)(\/|$)/.test(path),
      });
    linkModules(ROOT, tree);
  }, 600_000);
  afterAll(() => rmSync(tree, { recursive: true, force: true }), 120_000);

  const suitesFail = (project: Mutant['project'], suites: readonly string[]): boolean => {
    const run = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--bail=1', '--project', project, ...suites],
      { cwd: tree, encoding: 'utf8', env: { ...process.env, DATABASE_URL: undefined, CI: '1' } },
    );
    // A suite that does not even start proves nothing: it must have run, and have failed in a test.
    expect(run.stdout).toMatch(/Tests .*(passed|failed)/);
    return /Tests .*failed/.test(run.stdout);
  };

  it.each(mutants)('$name is noticed by its suite', { timeout: waitLimitMs }, (mutant) => {
    const file = join(tree, mutant.file);
    const sound = readFileSync(file, 'utf8');
    expect(sound.split(mutant.find)).toHaveLength(2);
    writeFileSync(
      file,
      sound.replace(mutant.find, () => mutant.replace),
    );
    try {
      expect(suitesFail(mutant.project, [mutant.suite])).toBe(true);
    } finally {
      writeFileSync(file, sound);
    }
  });

  // All at once, because most of a run of one suite is its start.
  it.each(['small', 'pool'] as const)(
    'is what the suites of %s fail for: without one they pass',
    { timeout: waitLimitMs },
    (project) => {
      const own = mutants.filter((mutant) => mutant.project === project);
      const suites = [...new Set(own.map(({ suite }) => suite))];
      expect(suites).not.toEqual([]);
      expect(suitesFail(project, suites)).toBe(false);
    },
  );
});
