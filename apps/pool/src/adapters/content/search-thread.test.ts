import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { readSupport } from './read-support.ts';
import { searchSupport } from './search-support.ts';
import { openSearchThread, type SearchRequest, type SearchThread } from './search-thread.ts';
import { startSearchWorker } from './testing/start-search-worker.ts';
import { supportFacts } from './testing/support-facts.ts';

class FakeWorker extends EventEmitter {
  readonly requests: SearchRequest[] = [];
  postMessage(request: SearchRequest): void {
    this.requests.push(request);
  }
  terminate(): Promise<number> {
    return Promise.resolve(0);
  }
}

function openOnFakes(): { thread: SearchThread; workers: FakeWorker[] } {
  const workers: FakeWorker[] = [];
  const thread = openSearchThread(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  thread.read({ heads: new Map(), texts: new Map(), keywords: new Map() });
  return { thread, workers };
}

const asked = (worker: FakeWorker | undefined) =>
  worker?.requests.flatMap((request) => (request.kind === 'search' ? [request.text] : []));

describe('the thread that searches', () => {
  it('starts with the first question, and gets the book before it', async () => {
    const { thread, workers } = openOnFakes();
    expect(workers).toHaveLength(0);
    const answer = thread.search('memo', 'a');
    expect(workers[0]?.requests.map(({ kind }) => kind)).toEqual(['book', 'search']);
    workers[0]?.emit('message', { id: 1, hits: [] });
    expect(await answer).toEqual([]);
    thread.read({ heads: new Map(), texts: new Map(), keywords: new Map() });
    expect(workers[0]?.requests.map(({ kind }) => kind)).toEqual(['book', 'search', 'book']);
  });

  it('lets four questions of a client address wait, and 64 of all', async () => {
    const { thread, workers } = openOnFakes();
    for (let nth = 0; nth < 4; nth += 1) void thread.search(`a${nth}`, 'a');
    expect(await thread.search('one too many', 'a')).toBe('busy');
    for (let nth = 0; nth < 60; nth += 1) void thread.search(`other${nth}`, `other${nth}`);
    expect(await thread.search('full', 'b')).toBe('busy');
    expect(asked(workers[0])).toHaveLength(64);
    workers[0]?.emit('message', { id: 1, hits: [] });
    void thread.search('again', 'a');
    expect(asked(workers[0])?.at(-1)).toBe('again');
  });

  it('fails the questions of a thread that died, and starts another for the next one', async () => {
    const { thread, workers } = openOnFakes();
    const lost = thread.search('memo', 'a');
    workers[0]?.emit('error', new Error('out of memory'));
    await expect(lost).rejects.toThrow('out of memory');
    void thread.search('memo', 'a');
    expect(workers[1]?.requests.map(({ kind }) => kind)).toEqual(['book', 'search']);
  });
});

describe('the search in the thread', () => {
  it('answers what the search itself answers, in the order of the questions', async () => {
    const { heads, texts, keywords } = await readSupport(
      new URL('../../../../../content/support/', import.meta.url),
      supportFacts,
    );
    const search = searchSupport({ heads, texts, keywords });
    const thread = openSearchThread(startSearchWorker);
    thread.read({ heads, texts, keywords });
    const questions = ['memo', 'payuot minmum wroker', 'zzzzqqqq'];
    const answers = await Promise.all(questions.map((text) => thread.search(text, 'a')));
    expect(answers).toEqual(questions.map((text) => search(text)));
    expect(answers.map((hits) => hits.length > 0)).toEqual([true, true, false]);
    await thread.close();
  });
});
