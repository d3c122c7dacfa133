// npm run dev: the pool, built and started again at every change, and the web app with hot reload.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { context } from 'esbuild';
import { createServer } from 'vite';
import { buildStale } from './build/build-stale.ts';
import { copyMigrations, poolBundleOptions } from './build/pool-bundle.ts';
import { PoolRunner } from './dev/pool-runner.ts';
import { endWithParent } from './end-with-parent.ts';
import { ROOT } from './root.ts';

// The pool serves the built page too, and Vite embeds from it what the pool writes into that page.
if (!existsSync(join(ROOT, 'apps/web/dist/index.html'))) await buildStale();

const web = await createServer({ root: join(ROOT, 'apps/web') });
await web.listen();
web.printUrls();

const pool = new PoolRunner();
const options = poolBundleOptions();
const bundler = await context({
  ...options,
  plugins: [
    ...(options.plugins ?? []),
    {
      name: 'restart-the-pool',
      setup(build) {
        build.onEnd(async ({ errors }) => {
          if (errors.length > 0) return;
          copyMigrations();
          await pool.restart();
        });
      },
    },
  ],
});
await bundler.watch();

let isStopping = false;
const stop = async (): Promise<void> => {
  // A terminal's Ctrl-C arrives twice: from the terminal and from npm.
  if (isStopping) return;
  isStopping = true;
  await Promise.all([bundler.dispose(), web.close(), pool.stop()]);
  process.exit(0);
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
endWithParent();
