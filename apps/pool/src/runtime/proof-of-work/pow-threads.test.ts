import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { openProofs, type Proofs } from './open-proofs.ts';
import { type PowRequest, type PowThread, PowThreads } from './pow-threads.ts';
import { startPowWorker } from './testing/start-pow-worker.ts';

/** A thread that the test answers for. */
class HeldThread extends EventEmitter {
  readonly asked: PowRequest[] = [];
  isOver = false;

  postMessage(request: PowRequest): void {
    this.asked.push(request);
  }

  answer(verdict: unknown): void {
    const request = this.asked.shift();
    if (request === undefined) throw new Error('nothing was asked');
    this.emit('message', { id: request.id, verdict, ms: 40 });
  }

  async terminate(): Promise<number> {
    this.isOver = true;
    return 0;
  }

  unref(): void {}
}

interface Held {
  readonly threads: PowThreads;
  readonly started: { readonly key: string; readonly thread: HeldThread }[];
}

function hold(options: { threadsMax?: number; keysMax?: number; waitingMax?: number } = {}): Held {
  const started: Held['started'] = [];
  const threads = new PowThreads({
    threadsMax: 1,
    ...options,
    start: (key) => {
      const thread = new HeldThread();
      started.push({ key, thread });
      return thread as unknown as PowThread;
    },
  });
  return { threads, started };
}

const inputs = ({ thread }: Held['started'][number]): unknown[] => thread.asked.map(({ input }) => input);

describe('threads of a proof of work', () => {
  it('answer each share with its own verdict, and take miners in turn', async () => {
    const { threads, started } = hold();
    const verdicts = ['a1', 'a2', 'a3', 'b1'].map((input) => threads.verify('0', input, input.slice(0, 1)));
    const [first] = started as [Held['started'][number]];
    expect(inputs(first)).toEqual(['a1', 'a2']);
    expect(threads.waiting).toBe(2);
    first.thread.answer('of a1');
    first.thread.answer('of a2');
    expect(inputs(first)).toEqual(['a3', 'b1']);
    first.thread.answer('of a3');
    first.thread.answer('of b1');
    expect(await Promise.all(verdicts)).toEqual(['of a1', 'of a2', 'of a3', 'of b1']);
    expect(threads.waiting).toBe(0);
    await threads.close();
    expect(first.thread.isOver).toBe(true);
    await expect(threads.verify('0', 'late', 'a')).rejects.toThrow('the pool closes');
  });

  it('refuse shares of the miner who floods, and of no other', async () => {
    const { threads, started } = hold({ waitingMax: 3 });
    const flood = Array.from({ length: 6 }, (_, index) => threads.verify('0', index, 'flood'));
    const other = threads.verify('0', 'other', 'other');
    // Two are with the thread, three wait; the sixth and then the newest of the flood make room.
    expect(await flood[5]).toBe('busy');
    expect(await flood[4]).toBe('busy');
    const [{ thread }] = started as [Held['started'][number]];
    while (thread.asked.length > 0) thread.answer('done');
    expect(await other).toBe('done');
    await threads.close();
  });

  it('are given one share at most of those that are not trusted, and then others first', async () => {
    const { threads, started } = hold();
    const junk = (index: number) => ({ source: `198.51.100.${index}`, isTrusted: false });
    const miner = { source: '203.0.113.9', isTrusted: true };
    const all = [1, 2, 3].map((index) => threads.verify('0', `junk ${index}`, `a${index}`, junk(index)));
    const [first] = started as [Held['started'][number]];
    expect(inputs(first)).toEqual(['junk 1']);
    all.push(threads.verify('0', 'share 1', 'm', miner), threads.verify('0', 'share 2', 'm', miner));
    expect(inputs(first)).toEqual(['junk 1', 'share 1']);
    first.thread.answer('none');
    expect(inputs(first)).toEqual(['share 1', 'share 2']);
    first.thread.answer('counts');
    expect(inputs(first)).toEqual(['share 2', 'junk 2']);
    expect(threads.capacity).toEqual({ msPerShare: 40, threads: 1 });
    for (const verdict of ['counts', 'none', 'none']) first.thread.answer(verdict);
    expect(await Promise.all(all)).toEqual(['none', 'none', 'none', 'counts', 'counts']);
    await threads.close();
  });

  it('let 512 first shares of newcomers wait at one moment, and 2,048 shares of those that are trusted', async () => {
    const { threads, started } = hold();
    const source = (index: number) => `198.51.${index >> 8}.${index & 255}`;
    const burst = async (isTrusted: boolean) => {
      const all = Array.from({ length: 2100 }, (_, index) =>
        threads.verify('0', index, `m${index}`, { source: source(index), isTrusted }),
      );
      const [{ thread }] = started as [Held['started'][number]];
      while (thread.asked.length > 0) thread.answer('done');
      return (await Promise.all(all)).filter((verdict) => verdict === 'done').length;
    };
    // And those that the thread has been given.
    expect(await burst(false)).toBe(512 + 1);
    expect(await burst(true)).toBe(2048 + 2);
    await threads.close();
  });

  it('are more while many shares wait, up to their number', async () => {
    const { threads, started } = hold({ threadsMax: 3 });
    const all = Array.from({ length: 100 }, (_, index) => threads.verify('0', index, 'a'));
    expect(started).toHaveLength(3);
    while (started.some(({ thread }) => thread.asked.length > 0))
      for (const { thread } of started) if (thread.asked.length > 0) thread.answer('done');
    expect(new Set(await Promise.all(all))).toEqual(new Set(['done']));
    await threads.close();
  });

  it('fail the shares of a thread that ends, and start another one for the next', async () => {
    const { threads, started } = hold();
    const lost = [threads.verify('0', 1, 'a'), threads.verify('0', 2, 'a')];
    const next = threads.verify('0', 3, 'a');
    started[0]?.thread.emit('error', new Error('out of memory'));
    started[0]?.thread.emit('exit', 1);
    for (const each of lost) await expect(each).rejects.toThrow('out of memory');
    expect(started).toHaveLength(2);
    started[1]?.thread.answer('done');
    expect(await next).toBe('done');
    await threads.close();
  });

  it('end for the epoch that was used longest ago', async () => {
    const { threads, started } = hold({ keysMax: 2 });
    const old = threads.verify('7', 'old', 'a');
    threads.prepare('8');
    threads.prepare('7');
    threads.prepare('9');
    expect(started.map(({ key, thread }) => [key, thread.isOver])).toEqual([
      ['7', false],
      ['8', true],
      ['9', false],
    ]);
    started[0]?.thread.answer('done');
    expect(await old).toBe('done');
    await threads.close();
  });
});

describe('the verifiers of a pool', () => {
  let proofs: Proofs | undefined;
  afterEach(() => proofs?.close());

  it('calculate in a thread: the genesis block of the test network of Kaspa', async () => {
    proofs = openProofs(startPowWorker, 1);
    const verifier = proofs.of('kheavyhash');
    expect(proofs.of('kheavyhash')).toBe(verifier);
    const input = {
      prePowHash: Buffer.from('f8a14d381ea0ba5b0c169e8a41c222bce2fa42f4631d9fe4d226456006d7ea3d', 'hex'),
      timestamp: 1_633_687_894_966n,
      nonce: 0x14582n,
    };
    const hash = (await verifier.verify(input, 'a')) as Uint8Array;
    expect(Buffer.from(hash).toString('hex')).toBe(
      '91aae1306b206df7867c271f025cd5f58eef8784ec2712f553164567501a0000',
    );
    expect(await verifier.verify(input, 'b')).toEqual(hash);
    expect(() => proofs?.of('sha256')).toThrow('sha256 is not verified in threads');
  });

  it('pass on what a share cannot be calculated for', async () => {
    proofs = openProofs(startPowWorker, 1);
    await expect(proofs.of('kheavyhash').verify({ prePowHash: null }, 'a')).rejects.toThrow('TypeError');
  });
});
