import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../domain/kernel/publisher.ts';
import {
  type CreditAnswer,
  type CreditRequest,
  type CreditThread,
  openCreditThread,
} from './credit-thread.ts';

/** A thread that answers what the suite tells it to. */
class FakeWorker extends EventEmitter {
  readonly requests: CreditRequest[] = [];
  isTerminated = false;

  postMessage(request: CreditRequest): void {
    this.requests.push(request);
  }

  answer(answer: CreditAnswer): void {
    this.emit('message', answer);
  }

  terminate(): Promise<void> {
    this.isTerminated = true;
    return Promise.resolve();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the thread that credits rounds', () => {
  const workers: FakeWorker[] = [];
  const published: LiveEvent[] = [];
  let thread: CreditThread;
  const open = () => {
    workers.length = 0;
    published.length = 0;
    thread = openCreditThread(
      {
        clock: { now: () => 7 },
        rates: {
          name: 'the suite',
          kind: 'real',
          quotesOf: (asset) =>
            asset === 'BTC' ? [{ usd: '9', rateSource: 'one', pair: 'BTC/USD', observedAt: 6 }] : [],
          recentOf: () => [],
        },
        publisher: { publish: (events) => published.push(...events) },
      },
      new URL('file:///none'),
      { url: 'postgres://none', crash: undefined },
      () => {
        const worker = new FakeWorker();
        workers.push(worker);
        return worker as unknown as Worker;
      },
    );
  };
  afterEach(async () => {
    await thread.close();
    vi.useRealTimers();
  });

  it('gets one round at a time, with the time and the quotes of its moment, and publishes what is told', async () => {
    open();
    const [first, second] = [thread.credit(1n), thread.credit(2n)];
    await settled();
    expect(workers).toHaveLength(1);
    const worker = workers[0] as FakeWorker;
    expect(worker.requests).toHaveLength(1);
    expect(worker.requests[0]).toMatchObject({
      roundId: 1n,
      now: 7,
      rates: { name: 'the suite', kind: 'real' },
    });
    expect(new Map(worker.requests[0]?.rates.quotes).get('BTC')).toEqual([
      { usd: '9', rateSource: 'one', pair: 'BTC/USD', observedAt: 6 },
    ]);
    const event: LiveEvent = { kind: 'balance-changed', minerId: 1n, uuid: 'u' };
    worker.answer({ kind: 'events', events: [event] });
    worker.answer({ kind: 'done', outcome: 'credited' });
    expect(await first).toBe('credited');
    expect(published).toEqual([event]);
    await settled();
    worker.answer({ kind: 'failed', message: 'no rate', stack: 'no rate at line 1' });
    await expect(second).rejects.toThrow('no rate');
  });

  it.each([
    ['ended', 'exit', 0],
    ['failed', 'error', new Error('out of memory')],
  ])('is started again when it %s between two rounds', async (_how, event, argument) => {
    open();
    const first = thread.credit(1n);
    await settled();
    workers[0]?.answer({ kind: 'done', outcome: 'credited' });
    expect(await first).toBe('credited');
    workers[0]?.emit(event, argument);
    const second = thread.credit(2n);
    await settled();
    expect(workers).toHaveLength(2);
    expect(workers[1]?.requests.map(({ roundId }) => roundId)).toEqual([2n]);
    // What the first still says is not the answer of the second.
    workers[0]?.emit('exit', 0);
    workers[1]?.answer({ kind: 'done', outcome: 'credited' });
    expect(await second).toBe('credited');
  });

  it('is started again after it died, and ends with the pool', async () => {
    open();
    const first = thread.credit(1n);
    await settled();
    workers[0]?.emit('exit', 1);
    await expect(first).rejects.toThrow('the thread that credits rounds ended');
    const again = thread.credit(1n);
    await settled();
    workers[1]?.answer({ kind: 'done', outcome: 'already-credited' });
    expect(await again).toBe('already-credited');
    await thread.close();
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false, true]);
    await expect(thread.credit(2n)).rejects.toThrow('the pool closes');
  });

  it('is ended when it does not answer for half an hour, and another one gets the next round', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    open();
    const [hung, next] = [thread.credit(1n), thread.credit(2n)];
    const refused = expect(hung).rejects.toThrow('crediting round 1 took more than 30 minutes');
    await settled();
    vi.advanceTimersByTime(30 * 60_000 - 1);
    await settled();
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false]);
    vi.advanceTimersByTime(1);
    await refused;
    await settled();
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    workers[1]?.answer({ kind: 'done', outcome: 'credited' });
    expect(await next).toBe('credited');
  });

  it('ends with the pool, where a round does not end within some seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    open();
    const hung = expect(thread.credit(1n)).rejects.toThrow('the pool closes');
    await settled();
    const closed = thread.close();
    await vi.advanceTimersByTimeAsync(5000);
    await closed;
    await hung;
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
  });
});
