import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../root.ts';
import { copyMigrations, copyProofOfWork, poolBundleOptions, removeParts } from './pool-bundle.ts';
import { replaceSite } from './replace-site.ts';
import { signerBundleOptions } from './signer-bundle.ts';

export interface Target {
  readonly name: 'web' | 'pool' | 'signer' | 'database' | 'proof of work';
  /** Files and folders whose contents decide whether the result is stale. */
  readonly inputs: readonly string[];
  /** What must be there for a build to count. */
  readonly outputs: readonly string[];
  /** Whether there is anything to build yet. */
  exists(): boolean;
  /** `modules` are done once those of `proofOfWork` are there. */
  build(modules?: Promise<unknown>): Promise<void>;
}

const execute = promisify(execFile);
const require = createRequire(import.meta.url);

/** Where the web app is built, on the disk of the folder that it then replaces. */
const NEXT_SITE = '.cache/build/web';

const TOOLS = ['scripts/build', 'package-lock.json', 'tsconfig.base.json'];

const web: Target = {
  name: 'web',
  inputs: ['apps/web', 'packages/catalogue', 'packages/contracts', 'packages/mining', ...TOOLS],
  outputs: ['apps/web/dist/index.html'],
  exists: () => existsSync(join(ROOT, 'apps/web/index.html')),
  build: async () => {
    // Loaded only when needed: a start with nothing to build is quicker by half a second.
    const { build } = await import('vite');
    await build({ root: join(ROOT, 'apps/web'), logLevel: 'warn', build: { outDir: `../../${NEXT_SITE}` } });
    const site = join(ROOT, 'apps/web/dist');
    const record = join(ROOT, '.cache/build/earlier-assets.json');
    replaceSite({ site, next: join(ROOT, NEXT_SITE), record }, Date.now());
  },
};

const pool: Target = {
  name: 'pool',
  inputs: ['apps/pool', 'packages', ...TOOLS],
  outputs: [
    'apps/pool/dist/main.js',
    'apps/pool/dist/openlode.js',
    'apps/pool/dist/pglite-worker.js',
    'apps/pool/dist/credit-worker.js',
    'apps/pool/dist/search-worker.js',
    'apps/pool/dist/pow-worker.js',
    'apps/pool/dist/pow/dag.wasm',
    'apps/pool/dist/migrations',
  ],
  exists: () => existsSync(join(ROOT, 'apps/pool/src/main.ts')),
  build: async (modules) => {
    const { build } = await import('esbuild');
    removeParts();
    await build(poolBundleOptions());
    copyMigrations();
    await modules;
    copyProofOfWork();
  },
};

const signer: Target = {
  name: 'signer',
  inputs: ['apps/signer', 'packages/mining', 'packages/money', 'packages/signing', ...TOOLS],
  outputs: ['apps/signer/dist/main.js'],
  exists: () => existsSync(join(ROOT, 'apps/signer/src/main.ts')),
  build: async () => {
    const { build } = await import('esbuild');
    await build(signerBundleOptions());
  },
};

const database: Target = {
  name: 'database',
  inputs: ['apps/pool/src/runtime/database', 'apps/pool/src/prepare-database.ts', ...TOOLS],
  outputs: ['apps/pool/dist/prepared-database/PG_VERSION'],
  exists: () => existsSync(join(ROOT, 'apps/pool/src/prepare-database.ts')),
  build: async () => {
    const { build } = await import('esbuild');
    await build(poolBundleOptions({ 'prepare-database': join(ROOT, 'apps/pool/src/prepare-database.ts') }));
    const dist = join(ROOT, 'apps/pool/dist');
    const migrations = join(ROOT, 'apps/pool/src/runtime/database/migrations');
    await execute(process.execPath, [
      '--liftoff-only',
      join(dist, 'prepare-database.js'),
      join(dist, 'prepared-database'),
      migrations,
    ]);
    // PGlite writes for its own user only; the user who builds may be another than the one that runs the pool.
    await execute('chmod', ['-R', 'u=rwX,go=rX', join(dist, 'prepared-database')]);
  },
};

/** The verifiers that need more than JavaScript: AssemblyScript compiled to WebAssembly. */
export const proofOfWork: Target = {
  name: 'proof of work',
  inputs: ['packages/pow/assembly', ...TOOLS],
  outputs: ['dag', 'ghostrider', 'xelis'].map((module) => `packages/pow/dist/${module}.wasm`),
  exists: () => existsSync(join(ROOT, 'packages/pow/assembly')),
  // Each in a process of its own: a compiler is busy for seconds, and other targets are built meanwhile.
  build: async () => {
    const compiler = require.resolve('assemblyscript/bin/asc.js');
    await Promise.all(
      proofOfWork.outputs.map((output) => {
        const source = output.replace('/dist/', '/assembly/').replace('.wasm', '.ts');
        const args = [compiler, source, '--outFile', output, ...assemblyOptions];
        return execute(process.execPath, [...compilerFlags, ...args], { cwd: ROOT });
      }),
    );
  },
};

/** The compiler is WebAssembly that runs for a second: to optimise it takes thrice that. Without source maps it would start itself once more, with them. */
const compilerFlags = ['--liftoff-only', '--enable-source-maps'];

/** No collector and no bounds checks: the modules allocate once and index what they allocated. */
const assemblyOptions = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--noAssert'];

/** What `npm run build` and `npm start` need besides the modules of `proofOfWork`, which the pool's build copies. */
export const targets: readonly Target[] = [web, pool, signer, database];
