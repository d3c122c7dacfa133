import type { Worker } from 'node:worker_threads';
import type { SupportHit } from '../../domain/kernel/support.ts';
import type { SupportIndex } from './read-support.ts';

/** What the thread searches in. */
export type SearchedIndex = Pick<SupportIndex, 'heads' | 'texts' | 'keywords'>;

export type SearchRequest =
  | { readonly kind: 'book'; readonly book: SearchedIndex }
  | { readonly kind: 'search'; readonly id: number; readonly text: string };

export interface SearchAnswer {
  readonly id: number;
  readonly hits: readonly SupportHit[];
}

export interface SearchThread {
  /** Searches in this book from now on. The thread starts with the first question. */
  read(book: SearchedIndex): void;
  /** The best hits first; `busy` where the client address, or all together, have asked as much as may wait. Throws when the thread dies. */
  search(text: string, clientAddress: string): Promise<readonly SupportHit[] | 'busy'>;
  close(): Promise<void>;
}

/** Questions that wait for an answer: a visitor who types asks again before the last answer is here, and a question takes milliseconds. */
const waitingMax = { clientAddress: 4, all: 64 };

interface Waiting {
  readonly clientAddress: string;
  resolve(hits: readonly SupportHit[]): void;
  reject(error: Error): void;
}

/** A search in a thread of its own: a question in many misspelt words takes milliseconds, and miners must not wait for it. */
export function openSearchThread(start: () => Worker): SearchThread {
  let worker: Worker | undefined;
  let book: SearchedIndex | undefined;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();
  const byAddress = new Map<string, number>();

  function take(id: number): Waiting | undefined {
    const asker = waiting.get(id);
    if (asker === undefined) return undefined;
    waiting.delete(id);
    const left = (byAddress.get(asker.clientAddress) ?? 1) - 1;
    if (left === 0) byAddress.delete(asker.clientAddress);
    else byAddress.set(asker.clientAddress, left);
    return asker;
  }

  function startWorker(): Worker {
    const started = start();
    const end = (error: Error): void => {
      if (worker !== started) return;
      worker = undefined;
      for (const id of waiting.keys()) take(id)?.reject(error);
    };
    started.on('message', ({ id, hits }: SearchAnswer) => take(id)?.resolve(hits));
    started.on('error', end);
    started.on('exit', () => end(new Error('the thread that searches the support articles ended')));
    if (book !== undefined) send(started, { kind: 'book', book });
    return started;
  }

  return {
    read(next) {
      book = next;
      if (worker !== undefined) send(worker, { kind: 'book', book });
    },
    search(text, clientAddress) {
      const ofAddress = byAddress.get(clientAddress) ?? 0;
      if (ofAddress >= waitingMax.clientAddress || waiting.size >= waitingMax.all)
        return Promise.resolve('busy');
      const running = (worker ??= startWorker());
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        byAddress.set(clientAddress, ofAddress + 1);
        waiting.set(id, { clientAddress, resolve, reject });
        send(running, { kind: 'search', id, text });
      });
    },
    async close() {
      await worker?.terminate();
    },
  };
}

function send(worker: Worker, request: SearchRequest): void {
  worker.postMessage(request);
}
