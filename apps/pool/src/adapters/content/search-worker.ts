import { lowerThreadPriority } from '../../runtime/lower-thread-priority.ts';
import { parentPort } from 'node:worker_threads';
import { searchSupport } from './search-support.ts';
import type { SearchAnswer, SearchRequest } from './search-thread.ts';

/** The other end of `search-thread`: one question after the other. */
function serve(): void {
  if (parentPort === null) throw new Error('search-worker runs only as a worker thread');
  const port = parentPort;
  let search: ReturnType<typeof searchSupport> = () => [];
  lowerThreadPriority();
  port.on('message', (request: SearchRequest) => {
    if (request.kind === 'book') search = searchSupport(request.book);
    else port.postMessage({ id: request.id, hits: search(request.text) } satisfies SearchAnswer);
  });
}

serve();
