// npm start: builds what is stale, then becomes the pool.
import { buildStale } from './build/build-stale.ts';
import { endWithParent } from './end-with-parent.ts';

await buildStale();
endWithParent();
const pool = new URL('../apps/pool/dist/main.js', import.meta.url);
await import(pool.href);
