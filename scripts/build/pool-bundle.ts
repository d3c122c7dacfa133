import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { ROOT } from '../root.ts';

const POOL = join(ROOT, 'apps/pool');

/** One file for the process, one for the operator's commands, one for each worker thread. */
const ENTRY_POINTS: Readonly<Record<string, string>> = {
  main: join(POOL, 'src/main.ts'),
  openlode: join(POOL, 'src/openlode.ts'),
  'pglite-worker': join(POOL, 'src/runtime/database/pglite-worker.ts'),
  'search-worker': join(POOL, 'src/adapters/content/search-worker.ts'),
  'pow-worker': join(POOL, 'src/runtime/proof-of-work/pow-worker.ts'),
  'credit-worker': join(POOL, 'src/app/credit-worker.ts'),
};

/** Files that are part of others begin so. */
const PART = 'part-';

/** How the pool is bundled, and how a benchmark bundles parts of it. */
export function poolBundleOptions(
  entryPoints: Readonly<Record<string, string>> = ENTRY_POINTS,
  outdir = join(POOL, 'dist'),
): BuildOptions {
  return {
    absWorkingDir: ROOT,
    entryPoints,
    outdir,
    bundle: true,
    format: 'esm',
    // What is imported later is a file of its own, and read later.
    splitting: true,
    chunkNames: `${PART}[name]-[hash]`,
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    keepNames: true,
    logLevel: 'warning',
    plugins: [leaveInstalledPackages()],
  };
}

/** Of its 700 files a process would read each at its start: half of what an operator's command costs. */
const BUNDLED = new Set(['typebox']);

/**
 * What the pool itself depends on stays an import and is found in node_modules when it runs. Our own packages
 * are source and are bundled, and so is what only they depend on, because it may be installed out of reach. The exception is
 * x11-hash-js, which the pool names for this alone: its code breaks in strict mode, and a bundle is strict.
 */
function leaveInstalledPackages(): Plugin {
  const manifest = JSON.parse(readFileSync(join(POOL, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const installed = new Set(
    Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@openlode/') && !BUNDLED.has(name)),
  );
  return {
    name: 'leave-installed-packages',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path }) => {
        const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
        return installed.has(name) ? { path, external: true } : undefined;
      });
    },
  };
}

/** Parts are named by what is in them, so those of an earlier build stay until they are taken away. */
export function removeParts(): void {
  const dist = join(POOL, 'dist');
  if (!existsSync(dist)) return;
  for (const file of readdirSync(dist)) if (file.startsWith(PART)) rmSync(join(dist, file));
}

/** The migrations lie beside the bundle, as files: they are read at run time and their checksums are kept. */
export function copyMigrations(): void {
  const to = join(POOL, 'dist/migrations');
  rmSync(to, { recursive: true, force: true });
  cpSync(join(POOL, 'src/runtime/database/migrations'), to, {
    recursive: true,
    filter: (path) => !/\.[^.]+$/.test(path) || path.endsWith('.sql'),
  });
}

/** The modules that verify proofs of work lie beside it too. */
export function copyProofOfWork(): void {
  const to = join(POOL, 'dist/pow');
  rmSync(to, { recursive: true, force: true });
  cpSync(join(ROOT, 'packages/pow/dist'), to, {
    recursive: true,
    filter: (path) => !/\.[^.]+$/.test(path) || path.endsWith('.wasm'),
  });
}
