// npm start: builds what is stale, then becomes the pool.
import { buildStale } from './build/build-stale.ts';

await buildStale();
closeWithParent();
const pool = new URL('../apps/pool/dist/main.js', import.meta.url);
await import(pool.href);

/** The shell between npm and this process takes a signal for itself: when it is gone, the pool closes in order too. */
function closeWithParent(): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
