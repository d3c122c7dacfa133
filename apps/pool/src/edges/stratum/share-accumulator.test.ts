import type { Login } from '@openlode/mining/user-string';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkBatch } from '../../domain/kernel/work-batch.ts';
import { silentLog } from './testing/listener-kit.ts';
import { ShareAccumulator, type ShareAccumulatorOptions } from './share-accumulator.ts';

const login = (worker: string): Login => ({
  coin: 'DOGE',
  network: 'dogecoin',
  address: 'D1',
  memo: null,
  worker,
  referralCode: null,
});
const noon = Date.UTC(2026, 10, 20, 12);

describe('ShareAccumulator', () => {
  let batches: WorkBatch[];
  let answer: () => Promise<void>;

  beforeEach(() => {
    vi.useFakeTimers();
    batches = [];
    answer = () => Promise.resolve();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function start(options: Partial<ShareAccumulatorOptions> = {}): ShareAccumulator {
    let ids = 0;
    return new ShareAccumulator({
      algorithm: 'sha256',
      record: (group) => {
        batches.push(...group);
        return answer();
      },
      newId: () => `id-${++ids}`,
      log: silentLog,
      ...options,
    });
  }

  it('records after 250 ms, one line for each login and minute', async () => {
    const accumulator = start();
    const [first, again, second] = [login('rig1'), login('rig1'), login('rig2')];
    accumulator.add(first, 5n, noon);
    accumulator.add(again, 5n, noon + 10);
    accumulator.add(second, 7n, noon + 20);
    accumulator.add(first, 9n, noon + 30);
    accumulator.add(first, 9n, noon + 60_000);
    expect(accumulator.unrecorded()).toBe(5);
    expect(accumulator.oldestUnrecordedAt()).toBe(noon);
    await vi.advanceTimersByTimeAsync(249);
    expect(batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    const miner = { coin: 'DOGE', network: 'dogecoin', address: 'D1', memo: null };
    expect(batches).toEqual([
      {
        id: 'id-1',
        algorithm: 'sha256',
        lines: [
          {
            miner,
            worker: 'rig1',
            referralCode: null,
            work: 14n,
            shares: 2,
            firstAt: noon,
            lastAt: noon + 30,
          },
          {
            miner,
            worker: 'rig1',
            referralCode: null,
            work: 9n,
            shares: 1,
            firstAt: noon + 60_000,
            lastAt: noon + 60_000,
          },
          {
            miner,
            worker: 'rig1',
            referralCode: null,
            work: 5n,
            shares: 1,
            firstAt: noon + 10,
            lastAt: noon + 10,
          },
          {
            miner,
            worker: 'rig2',
            referralCode: null,
            work: 7n,
            shares: 1,
            firstAt: noon + 20,
            lastAt: noon + 20,
          },
        ],
      },
    ]);
    expect(accumulator.unrecorded()).toBe(0);
    expect(accumulator.oldestUnrecordedAt()).toBeUndefined();
  });

  it('records twice a second at most, without the log where that suffices, and at once for a flush', async () => {
    const append = vi.fn();
    const waiting = () => ({ batches: 0, shares: 0, oldestAt: undefined });
    const unused = () => Promise.reject(new Error('the log is not needed'));
    const accumulator = start({ writeAheadLog: { append, waiting, peek: unused, drop: unused } });
    const miner = login('rig1');
    accumulator.add(miner, 1n, noon);
    await vi.advanceTimersByTimeAsync(250);
    expect(batches.length).toBe(1);
    accumulator.add(miner, 2n, noon);
    await vi.advanceTimersByTimeAsync(499);
    expect(batches.length).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches.length).toBe(2);
    accumulator.add(miner, 3n, noon);
    await accumulator.flush();
    expect(batches.map(({ lines }) => lines[0]?.work)).toEqual([1n, 2n, 3n]);
    expect(append).not.toHaveBeenCalled();
  });

  it.each([
    [40, 999, 800],
    [400, 999, 1500],
    [100, 1000, 3000],
    [400, 1000, 8000],
  ])(
    'pauses after a recording of %i ms and %i lines until %i ms after its start',
    async (took, lines, pause) => {
      const append = () => Promise.resolve('stored' as const);
      const waiting = () => ({ batches: 0, shares: 0, oldestAt: undefined });
      const unused = () => Promise.reject(new Error('the batches are in memory'));
      const accumulator = start({
        writeAheadLog: { append, waiting, peek: unused, drop: () => Promise.resolve() },
        batchShares: 5000,
      });
      answer = () => new Promise((resolve) => setTimeout(resolve, took));
      for (let rig = 0; rig < lines; rig += 1) accumulator.add(login(`rig${rig}`), 1n, noon);
      await vi.advanceTimersByTimeAsync(250);
      expect(batches.length).toBe(1);
      accumulator.add(login('rig1'), 2n, noon);
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(batches.length).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(batches.length).toBe(2);
    },
  );

  describe('with a share log', () => {
    let appended: string[];
    const shareLog = {
      keeps: true,
      refuses: false,
      add: () => undefined,
      write: () => undefined,
      onSafe: vi.fn(),
    };
    beforeEach(() => {
      appended = [];
      shareLog.keeps = true;
    });
    const startKept = (): ShareAccumulator => {
      const unused = () => Promise.reject(new Error('the batches are in memory'));
      return start({
        shareLog,
        writeAheadLog: {
          append: async (logged) => {
            appended.push(...logged.map(({ id }) => id));
            return 'stored';
          },
          waiting: () => ({ batches: 0, shares: 0, oldestAt: undefined }),
          peek: unused,
          drop: () => Promise.resolve(),
        },
      });
    };
    const addAll = (accumulator: ShareAccumulator, rigs: readonly Login[]): void => {
      for (const rig of rigs) accumulator.add(rig, 1n, noon);
    };

    it('collects until it can record: one line for each worker, however many shares, and nothing is written twice', async () => {
      const accumulator = startKept();
      const rigs = Array.from({ length: 600 }, (_, index) => login(`rig${index}`));
      answer = () => new Promise((resolve) => setTimeout(resolve, 40));
      addAll(accumulator, rigs);
      await vi.advanceTimersByTimeAsync(249);
      expect(batches).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(batches.map(({ lines }) => lines.length)).toEqual([600]);
      // The next recording starts 800 ms after this one.
      for (let ms = 0; ms < 800; ms += 100) {
        addAll(accumulator, rigs);
        await vi.advanceTimersByTimeAsync(100);
      }
      expect(batches.map(({ lines }) => lines.length)).toEqual([600, 600]);
      expect(batches[1]?.lines.every(({ shares }) => shares === 8)).toBe(true);
      await vi.advanceTimersByTimeAsync(40);
      expect(accumulator.unrecorded()).toBe(0);
      expect(appended).toEqual([]);
    });

    it('puts in the write-ahead log what is not recorded for seconds, and closes a batch that nothing records', async () => {
      const accumulator = startKept();
      answer = () => new Promise(() => undefined);
      accumulator.add(login('rig1'), 1n, noon);
      await vi.advanceTimersByTimeAsync(250);
      accumulator.add(login('rig1'), 2n, noon);
      await vi.advanceTimersByTimeAsync(1900);
      expect(appended).toEqual([]);
      await vi.advanceTimersByTimeAsync(200);
      expect(appended).toEqual(['id-1']);
      expect(shareLog.onSafe).toHaveBeenLastCalledWith(['id-1']);
      await vi.advanceTimersByTimeAsync(16_500);
      expect(appended).toEqual(['id-1', 'id-2']);
    });

    it('records fifty thousand shares at once, however long it would rest, and refuses none', async () => {
      const accumulator = startKept();
      const rigs = Array.from({ length: 5000 }, (_, index) => login(`rig${index}`));
      addAll(accumulator, rigs);
      await vi.advanceTimersByTimeAsync(250);
      expect(batches.map(({ lines }) => lines.length)).toEqual([5000]);
      // The next recording is due fifteen seconds after this one.
      for (let time = 0; time < 9; time += 1) addAll(accumulator, rigs);
      addAll(accumulator, rigs.slice(1));
      await vi.advanceTimersByTimeAsync(1000);
      expect(batches.length).toBe(1);
      addAll(accumulator, rigs.slice(0, 1));
      await vi.advanceTimersByTimeAsync(0);
      expect(batches.map(({ lines }) => lines.length)).toEqual([5000, 5000]);
      expect(batches[1]?.lines.every(({ shares }) => shares === 10)).toBe(true);
      expect(accumulator.accepting()).toBe(true);
    });

    it('is as without one where the disk takes no share: closed after 250 ms and in the write-ahead log 400 ms later', async () => {
      const accumulator = startKept();
      answer = () => new Promise(() => undefined);
      accumulator.add(login('rig1'), 1n, noon);
      await vi.advanceTimersByTimeAsync(250);
      accumulator.add(login('rig1'), 2n, noon);
      await vi.advanceTimersByTimeAsync(250);
      shareLog.keeps = false;
      await vi.advanceTimersByTimeAsync(650);
      expect(appended).toEqual(['id-1', 'id-2']);
      for (let count = 0; count < 500; count += 1) accumulator.add(login('rig2'), 1n, noon);
      await vi.advanceTimersByTimeAsync(0);
      expect(appended).toEqual(['id-1', 'id-2', 'id-3']);
    });
  });

  it('counts refused shares by worker and reason, also where nothing was accepted', async () => {
    const accumulator = start();
    const rig = login('rig1');
    accumulator.reject(rig, 'stale', noon);
    accumulator.reject(rig, 'stale', noon + 5);
    accumulator.reject(rig, 'duplicate', noon + 6);
    expect(accumulator.oldestUnrecordedAt()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(250);
    const miner = { coin: 'DOGE', network: 'dogecoin', address: 'D1', memo: null };
    expect(batches).toEqual([
      {
        id: 'id-1',
        algorithm: 'sha256',
        lines: [],
        rejects: [
          { miner, worker: 'rig1', reason: 'stale', shares: 2, at: noon + 5 },
          { miner, worker: 'rig1', reason: 'duplicate', shares: 1, at: noon + 6 },
        ],
      },
    ]);
  });

  it('records at 500 shares without waiting', async () => {
    const accumulator = start();
    const miner = login('rig1');
    for (let count = 0; count < 499; count++) accumulator.add(miner, 3n, noon);
    expect(batches.length).toBe(0);
    accumulator.add(miner, 3n, noon);
    await vi.advanceTimersByTimeAsync(0);
    expect(batches.map((batch) => batch.lines.map((line) => [line.work, line.shares]))).toEqual([
      [[1500n, 500]],
    ]);
  });

  it('tries the same batch again until it is recorded, one at a time and in order', async () => {
    const accumulator = start({ batchShares: 1 });
    let failures = 2;
    let running = 0;
    let most = 0;
    answer = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      running -= 1;
      if (failures-- > 0) throw new Error('the database is away');
    };
    const miner = login('rig1');
    accumulator.add(miner, 1n, noon);
    await vi.advanceTimersByTimeAsync(0);
    for (const work of [2n, 3n]) accumulator.add(miner, work, noon);
    const flushed = vi.fn();
    void accumulator.flush().then(flushed);
    await vi.advanceTimersByTimeAsync(899);
    expect(batches.map(({ id }) => id)).toEqual(['id-1', 'id-1', 'id-1']);
    expect(flushed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(101);
    expect(batches.map(({ id, lines }) => `${id} ${lines[0]?.work}`)).toEqual([
      'id-1 1',
      'id-1 1',
      'id-1 1',
      'id-2 2',
      'id-3 3',
    ]);
    expect(most).toBe(1);
    expect(flushed).toHaveBeenCalledTimes(1);
    expect(accumulator.unrecorded()).toBe(0);
  });

  it('flushes what was added before, and at once when there is nothing', async () => {
    const accumulator = start();
    await accumulator.flush();
    expect(batches).toEqual([]);
    accumulator.add(login('rig1'), 4n, noon);
    await accumulator.flush();
    expect(batches.map((batch) => batch.lines[0]?.work)).toEqual([4n]);
  });

  it('stops promising when too much is unrecorded, and goes on when it is recorded', async () => {
    const accumulator = start({ unrecordedMax: 3, batchShares: 2 });
    let away = true;
    answer = () => (away ? Promise.reject(new Error('away')) : Promise.resolve());
    const miner = login('rig1');
    for (let count = 0; count < 3; count++) {
      expect(accumulator.accepting()).toBe(true);
      accumulator.add(miner, 1n, noon);
    }
    expect(accumulator.accepting()).toBe(false);
    away = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(accumulator.accepting()).toBe(true);
    expect(accumulator.unrecorded()).toBe(0);
  });

  it('closes with nothing lost, or says how much was', async () => {
    const accumulator = start();
    accumulator.add(login('rig1'), 4n, noon);
    expect(await accumulator.close()).toBe(0);
    expect(batches.length).toBe(1);
    expect(accumulator.accepting()).toBe(false);

    const unlucky = start({ closeWithinMs: 2000 });
    answer = () => Promise.reject(new Error('away'));
    unlucky.add(login('rig1'), 4n, noon);
    unlucky.add(login('rig2'), 4n, noon);
    const flushed = unlucky.flush();
    const outcome = expect(flushed).rejects.toThrow('closed');
    const lost = unlucky.close();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await lost).toBe(2);
    await outcome;
  });
});
