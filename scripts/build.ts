// npm run build: the web app and the pool, each only when it is out of date.
import { buildStale } from './build/build-stale.ts';

await buildStale();
