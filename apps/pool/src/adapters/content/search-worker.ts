import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { searchSupport } from './search-support.ts';
import type { SearchAnswer, SearchRequest } from './search-thread.ts';

/** The other end of `search-thread`: one question after the other. */
function serve(): void {
  if (parentPort === null) throw new Error('search-worker runs only as a worker thread');
  const port = parentPort;
  let search: ReturnType<typeof searchSupport> = () => [];
  // Where processor time is short, miners wait for nobody. On Linux alone does this mean the thread and not the process.
  if (process.platform === 'linux') setPriority(0, 5);
  port.on('message', (request: SearchRequest) => {
    if (request.kind === 'book') search = searchSupport(request.book);
    else port.postMessage({ id: request.id, hits: search(request.text) } satisfies SearchAnswer);
  });
}

serve();
