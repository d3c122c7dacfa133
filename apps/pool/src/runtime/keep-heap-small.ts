import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The heap of this thread. */
export interface Heap {
  /** Bytes of objects, also of those that nothing refers to any more. */
  used(): number;
  /** Drops the latter. */
  collect(): void;
}

/** How much garbage may gather, in bytes, and how often that is looked at, in ms. */
const garbageMax = 32 * 2 ** 20;
const lookEveryMs = 100;

/**
 * Keeps a thread that works on much data for some seconds from holding several times of it. On a machine with much memory V8 lets a heap grow to four
 * times what lives in it before it looks for garbage. Unlike a limit of the thread (`resourceLimits`) this ends no thread whose data is larger
 * than was foreseen. Answers what ends it, with a last collection.
 */
export function keepHeapSmall(heap: Heap = ownHeap()): () => void {
  let floor = heap.used();
  const collect = (): void => {
    heap.collect();
    floor = heap.used();
  };
  const timer = setInterval(() => {
    if (heap.used() - floor > garbageMax) collect();
  }, lookEveryMs);
  return () => {
    clearInterval(timer);
    collect();
  };
}

function ownHeap(): Heap {
  // Only contexts that are made after this have the function; nothing else of the process changes.
  setFlagsFromString('--expose-gc');
  // A later V8 may have none: then the heap grows as V8 likes, and nothing is wrong.
  const collect = runInNewContext('globalThis.gc') as (() => void) | undefined;
  return { used: () => getHeapStatistics().used_heap_size, collect: () => collect?.() };
}
