import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Login } from '@openlode/mining/user-string';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkBatch } from '../../domain/kernel/work-batch.ts';
import { silentLog } from './testing/listener-kit.ts';
import { openWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts';
import {
  createShareAccumulator,
  type ShareAccumulator,
  type ShareAccumulatorOptions,
} from './share-accumulator.ts';

const miner: Login = {
  coin: 'DOGE',
  network: 'DOGE',
  address: 'D1',
  memo: null,
  worker: 'rig1',
  code: null,
};
const crowd: readonly Login[] = Array.from({ length: 50 }, (_, index) => ({
  ...miner,
  worker: `rig${index}`,
}));
const noon = Date.UTC(2026, 10, 20, 12);

/** Books that can be away, and count each batch once however often it comes: as recordWork does. */
class Books {
  readonly recorded = new Map<string, bigint>();
  mode: 'here' | 'away' | 'silent' = 'here';
  tries = 0;
  #ids = 0;

  record = async (batches: readonly WorkBatch[]): Promise<void> => {
    this.tries += 1;
    if (this.mode === 'away') throw new Error('the database is away');
    if (this.mode === 'silent') await new Promise(() => undefined);
    for (const { id, lines } of batches) {
      this.recorded.set(
        id,
        lines.reduce((sum, line) => sum + line.work, 0n),
      );
    }
  };

  newId = (): string => {
    this.#ids += 1;
    return `id-${this.#ids}`;
  };

  work(): bigint {
    return [...this.recorded.values()].reduce((sum, work) => sum + work, 0n);
  }
}

/** Real time, made short: the spool is a real file, and its writes end when the disk says so. */
const quick = { batchMs: 5, spoolAfterMs: 20, retryMs: { first: 5, max: 20 }, closeWithinMs: 60 };

describe('a tally with a spool', () => {
  let directory: string;
  let path: string;
  let books: Books;
  const opened: { spool: WriteAheadLog; tally: ShareAccumulator }[] = [];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-spool-'));
    path = join(directory, 'spool.jsonl');
    books = new Books();
  });
  afterEach(async () => {
    for (const { spool, tally } of opened.splice(0)) {
      await tally.close();
      await spool.close();
    }
    rmSync(directory, { recursive: true });
  });

  async function start(options: Partial<ShareAccumulatorOptions> = {}, bytesMax?: number) {
    const spool = await openWriteAheadLog(path, bytesMax);
    const { record, newId } = books;
    const tally = createShareAccumulator({
      algorithm: 'sha256',
      record,
      newId,
      log: silentLog,
      spool,
      ...quick,
      ...options,
    });
    opened.push({ spool, tally });
    return { spool, tally };
  }

  const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true));

  it('leaves the spool alone while the books take the work', async () => {
    const { spool, tally } = await start();
    for (let share = 0; share < 50; share += 1) tally.add(miner, 2n, noon);
    await tally.flush();
    expect(books.work()).toBe(100n);
    expect(spool.bytes()).toBe(0);
  });

  it('puts work on disk while the books are away, goes on accepting, and records all of it once they are back', async () => {
    const { spool, tally } = await start();
    books.mode = 'away';
    for (let round = 0; round < 5; round += 1) {
      for (let share = 0; share < 10; share += 1) tally.add(miner, 3n, noon + round);
      await until(() => spool.waiting().shares === (round + 1) * 10);
      expect(tally.accepting()).toBe(true);
    }
    expect(tally.unrecorded()).toBe(50);
    expect(tally.oldestUnrecordedAt()).toBe(noon);
    expect(books.work()).toBe(0n);
    const flushed = tally.flush();
    books.mode = 'here';
    await flushed;
    expect(books.work()).toBe(150n);
    await until(() => spool.bytes() === 0);
    expect(tally.unrecorded()).toBe(0);
  });

  it('does the same when the books neither take nor refuse, as behind a network that swallows', async () => {
    books.mode = 'silent';
    const { spool, tally } = await start();
    tally.add(miner, 7n, noon);
    await until(() => spool.waiting().shares === 1);
    books.mode = 'here';
    // The process is killed here: nothing is closed. The next one finds the work.
    const next = await start();
    await until(() => next.spool.bytes() === 0);
    expect(books.work()).toBe(7n);
  });

  it('replays after a kill, and counts nothing twice that was recorded before it', async () => {
    // Killed at the end of this loop: it never meets the books again.
    const { spool, tally } = await start({ record: () => Promise.reject(new Error('away')) });
    for (let share = 0; share < 4; share += 1) {
      tally.add(miner, 5n, noon);
      await until(() => spool.waiting().shares === share + 1);
    }
    // Half of it gets into the books, then the process dies with the spool as it is.
    let taken = 0;
    const half = createShareAccumulator({
      algorithm: 'sha256',
      record: async (batches) => {
        await books.record(batches.slice(0, 2));
        taken += 2;
        await new Promise(() => undefined);
      },
      newId: books.newId,
      log: silentLog,
      spool: await openWriteAheadLog(path),
      ...quick,
    });
    await until(() => taken === 2);
    void half;
    expect(books.work()).toBe(10n);
    const next = await start();
    await until(() => next.spool.bytes() === 0);
    expect(books.work()).toBe(20n);
  });

  it('refuses explicitly when the spool is full, loses nothing it took, and accepts again afterwards', async () => {
    const { spool, tally } = await start({}, 600);
    books.mode = 'away';
    let taken = 0n;
    await vi.waitFor(() => {
      if (tally.accepting()) {
        tally.add(miner, 1n, noon);
        taken += 1n;
      }
      expect(tally.accepting()).toBe(false);
    });
    expect(spool.bytes()).toBeLessThanOrEqual(600);
    expect(books.work()).toBe(0n);
    books.mode = 'here';
    await until(() => tally.accepting() && tally.unrecorded() === 0);
    expect(books.work()).toBe(taken);
    expect(taken).toBeGreaterThan(2n);
  });

  it('refuses when the disk does, and accepts when the disk does again', async () => {
    const { spool, tally } = await start();
    let isDiskFull = true;
    const real = { ...spool };
    spool.append = (batches) =>
      isDiskFull ? Promise.reject(new Error('ENOSPC: no space left on device')) : real.append(batches);
    books.mode = 'away';
    tally.add(miner, 9n, noon);
    await until(() => !tally.accepting());
    isDiskFull = false;
    await until(() => tally.accepting());
    expect(spool.waiting().shares).toBe(1);
    books.mode = 'here';
    await until(() => spool.bytes() === 0);
    expect(books.work()).toBe(9n);
  });

  it('closes without loss although the books are away: what is left waits on disk', async () => {
    const { tally } = await start({ spoolAfterMs: 60_000 });
    books.mode = 'away';
    for (let share = 0; share < 3; share += 1) tally.add(miner, 4n, noon);
    expect(await tally.close()).toBe(0);
    expect(tally.accepting()).toBe(false);
    books.mode = 'here';
    const next = await start();
    await until(() => next.spool.bytes() === 0);
    expect(books.work()).toBe(12n);
  });

  it('keeps fewer than 1,000 shares in memory alone while the books are slow and the disk is not', async () => {
    let finish: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const groups: number[] = [];
    const { spool, tally } = await start({
      batchMs: 60_000,
      spoolAfterMs: 1000,
      record: async (batches) => {
        groups.push(batches.length);
        if (groups.length === 1) await slow;
        await books.record(batches);
      },
    });
    let most = 0;
    for (let share = 1; share <= 5000; share += 1) {
      tally.add(miner, 2n, noon);
      most = Math.max(most, share - spool.waiting().shares);
      // A disk is given the time that 250 shares take to come.
      if (share % 250 === 0) await until(() => share - spool.waiting().shares < 500);
    }
    expect(most).toBeLessThan(1000);
    expect(tally.unrecorded()).toBe(5000);
    expect(books.work()).toBe(0n);
    finish();
    await tally.flush();
    expect(books.work()).toBe(10_000n);
    // What came in meanwhile was recorded together, and each batch once.
    expect(groups).toEqual([1, 9]);
    await until(() => spool.bytes() === 0);
    expect(tally.unrecorded()).toBe(0);
  });

  it('lets the books rest between two recordings, but not while somebody waits', async () => {
    const starts: number[] = [];
    const { tally } = await start({
      record: async (batches) => {
        starts.push(performance.now());
        await new Promise((resolve) => setTimeout(resolve, 60));
        await books.record(batches);
      },
    });
    for (const each of crowd) tally.add(each, 1n, noon);
    const began = performance.now();
    while (performance.now() - began < 200) {
      tally.add(miner, 1n, noon);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    // A hundredth of the time, but every 20 ms for each of the fifty.
    expect(starts).toHaveLength(1);
    await tally.flush();
    expect(starts).toHaveLength(2);
    expect(tally.unrecorded()).toBe(0);
  });

  it('gives the books no rest while more waits than they take at once', async () => {
    const groups: number[] = [];
    const { tally } = await start({
      batchShares: crowd.length,
      batchMs: 60_000,
      record: async (batches) => {
        groups.push(batches.length);
        await new Promise((resolve) => setTimeout(resolve, 30));
        await books.record(batches);
      },
    });
    const addBatch = (): void => {
      for (const each of crowd) tally.add(each, 1n, noon);
    };
    addBatch();
    // Recorded, gone from the disk, and nothing under way any more.
    await tally.flush();
    await new Promise((resolve) => setImmediate(resolve));
    for (let batch = 0; batch < 64; batch += 1) addBatch();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(groups).toEqual([1]);
    addBatch();
    await until(() => books.recorded.size > 60);
    expect(groups).toEqual([1, 64]);
  });
});
