import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { ROOT } from '../root.ts';

const SIGNER = join(ROOT, 'apps/signer');

/**
 * One file, with all that it depends on but the kernel lock, which is no JavaScript: the signer reads as little as can be from a directory
 * that others install into.
 */
export function signerBundleOptions(): BuildOptions {
  return {
    absWorkingDir: ROOT,
    entryPoints: { main: join(SIGNER, 'src/main.ts') },
    outdir: join(SIGNER, 'dist'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['fs-native-extensions'],
    // The reader of YAML is CommonJS, which asks for Node's modules in its own way.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    sourcemap: true,
    sourcesContent: false,
    keepNames: true,
    logLevel: 'warning',
  };
}
