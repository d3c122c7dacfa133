// npm start: builds what is stale, then becomes the pool. One process, so that a signal reaches it on every system.
import { buildStale } from './build/build-stale.ts';

await buildStale();
const pool = new URL('../apps/pool/dist/main.js', import.meta.url);
await import(pool.href);
