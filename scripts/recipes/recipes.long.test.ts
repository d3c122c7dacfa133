import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { applyRecipes } from './apply-steps.ts';
import { copyTree } from './copy-tree.ts';
import { steps } from './steps.ts';

const run = promisify(execFile);

/** What the recipes have formatted; a file that none of them names is as it was written. */
function formatted(): readonly string[] {
  const texts = Object.keys(steps).map((recipe) =>
    readFileSync(join(ROOT, `docs/recipes/${recipe}.md`), 'utf8'),
  );
  return texts.flatMap((text) =>
    [...text.matchAll(/npx biome format --write ([^`\n]+)/g)].flatMap(([, paths = '']) => paths.split(' ')),
  );
}

/** What the recipes have run, and what else counts coins, algorithms and programs. The guide's list of commands is written first. */
const suites = [
  'packages/catalogue',
  'packages/pow/src/examplehash.test.ts',
  'packages/stratum/src/dialects/example',
  'apps/pool/src/adapters/chains/example-chain.test.ts',
  'apps/pool/src/adapters/content',
  'apps/pool/src/adapters/exchanges/example-exchange.test.ts',
  'apps/pool/src/adapters/rails/example-rail.test.ts',
  'apps/pool/src/adapters/rails/evm/evm-networks.test.ts',
  'apps/pool/src/domain/operations',
  'apps/pool/src/edges/http',
  'apps/pool/src/edges/operator',
  'apps/pool/src/runtime/database',
  'apps/web/src/app/routes/site-pages.test.ts',
  'apps/web/src/app/routes/example-page.test.tsx',
];

describe('the recipes, all followed in one copy of this checkout', { timeout: 1_200_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'openlode-recipes-'));
  afterAll(() => {
    rmSync(copy, { recursive: true });
  });
  /** Rejects with what was printed where a command fails. */
  const follow = (program: string, ...args: string[]) =>
    run(join(copy, 'node_modules/.bin', program), args, {
      cwd: copy,
      env: { ...process.env, NODE_OPTIONS: '', TEST_LONG: '' },
      maxBuffer: 100_000_000,
    }).catch((error: { readonly stdout?: string; readonly stderr?: string }) => {
      throw new Error(`${program} ${args.join(' ')}:\n${error.stdout}\n${error.stderr}`);
    });

  beforeAll(async () => {
    copyTree(ROOT, copy);
    for (const [path, text] of applyRecipes(ROOT)) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    }
    await run('git', ['add', '-A'], { cwd: copy });
    await follow('biome', 'format', '--write', ...formatted());
  });

  it('leave all checks of npm run verify green', async () => {
    await follow('tsx', 'scripts/verify.ts');
  });

  it('leave the suites green that they name', async () => {
    await follow('vitest', 'run', 'apps/pool/src/edges/operator', '-u');
    const { stdout } = await follow('vitest', 'run', ...suites);
    expect(stdout).toMatch(/Tests .*\d{3,} passed/);
  });
});
