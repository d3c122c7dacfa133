import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { poolBundleOptions } from '../../scripts/build/pool-bundle.ts';
import { ROOT } from '../../scripts/root.ts';

const OUT = join(ROOT, '.cache/bench');

/** Bundles a benchmark's processes as the pool itself is bundled; answers the folder that they are in. */
export async function bundleProcesses(entryPoints: Readonly<Record<string, string>>): Promise<string> {
  const workers = {
    'pglite-worker': join(ROOT, 'apps/pool/src/runtime/database/pglite-worker.ts'),
    'credit-worker': join(ROOT, 'apps/pool/src/app/credit-worker.ts'),
    'pow-worker': join(ROOT, 'apps/pool/src/runtime/proof-of-work/pow-worker.ts'),
  };
  // A reference's own package stays an import, as the pool's do.
  await build({ ...poolBundleOptions({ ...entryPoints, ...workers }, OUT), external: ['ws'] });
  cpSync(join(ROOT, 'apps/pool/src/runtime/database/migrations'), join(OUT, 'migrations'), {
    recursive: true,
  });
  // `npm run build` has compiled them.
  const modules = join(ROOT, 'packages/pow/dist');
  if (existsSync(modules)) cpSync(modules, join(OUT, 'pow'), { recursive: true });
  return OUT;
}
