import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Login } from '@openlode/mining/user-string';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkBatch } from '../../domain/kernel/work-batch.ts';
import { silentLog } from './testing/listener-kit.ts';
import { openWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts';
import { ShareLog } from './share-log.ts';
import { LogFile } from '../../runtime/append-log/log-file.ts';
import { ShareAccumulator, type ShareAccumulatorOptions } from './share-accumulator.ts';

const miner: Login = {
  coin: 'DOGE',
  network: 'DOGE',
  address: 'D1',
  memo: null,
  worker: 'rig1',
  referralCode: null,
};
const others: readonly Login[] = Array.from({ length: 50 }, (_, index) => ({
  ...miner,
  worker: `rig${index}`,
}));
const noon = Date.UTC(2026, 10, 20, 12);

/** A database that can be away, and counts each batch once however often it comes: as recordWork does. */
class FakeDatabase {
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

/** Real time, made short: the writeAheadLog is a real file, and its writes end when the disk says so. */
const quick = { batchMs: 5, logAfterMs: 20, retryMs: { first: 5, max: 20 }, closeWithinMs: 60 };

describe('a accumulator with a writeAheadLog', () => {
  let directory: string;
  let path: string;
  let database: FakeDatabase;
  const opened: { writeAheadLog: WriteAheadLog; accumulator: ShareAccumulator }[] = [];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-writeAheadLog-'));
    path = join(directory, 'spool.jsonl');
    database = new FakeDatabase();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const { writeAheadLog, accumulator } of opened.splice(0)) {
      await accumulator.close();
      await writeAheadLog.close();
    }
    rmSync(directory, { recursive: true });
  });

  async function start(options: Partial<ShareAccumulatorOptions> = {}, bytesMax?: number) {
    const writeAheadLog = await openWriteAheadLog(path, bytesMax);
    const { record, newId } = database;
    const accumulator = new ShareAccumulator({
      algorithm: 'sha256',
      record,
      newId,
      log: silentLog,
      writeAheadLog,
      ...quick,
      ...options,
    });
    opened.push({ writeAheadLog, accumulator });
    return { writeAheadLog, accumulator };
  }

  const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true));

  it('leaves the writeAheadLog alone while the database takes the work', async () => {
    const { writeAheadLog, accumulator } = await start();
    for (let share = 0; share < 50; share += 1) accumulator.add(miner, 2n, noon);
    await accumulator.flush();
    expect(database.work()).toBe(100n);
    expect(writeAheadLog.bytes()).toBe(0);
  });

  it('puts work on disk while the database is away, goes on accepting, and records all of it once it is back', async () => {
    const { writeAheadLog, accumulator } = await start();
    database.mode = 'away';
    for (let round = 0; round < 5; round += 1) {
      for (let share = 0; share < 10; share += 1) accumulator.add(miner, 3n, noon + round);
      await until(() => writeAheadLog.waiting().shares === (round + 1) * 10);
      expect(accumulator.accepting()).toBe(true);
    }
    expect(accumulator.unrecorded()).toBe(50);
    expect(accumulator.oldestUnrecordedAt()).toBe(noon);
    expect(database.work()).toBe(0n);
    const flushed = accumulator.flush();
    database.mode = 'here';
    await flushed;
    expect(database.work()).toBe(150n);
    await until(() => writeAheadLog.bytes() === 0);
    expect(accumulator.unrecorded()).toBe(0);
  });

  it('does the same when the database neither takes nor refuses, as behind a network that swallows', async () => {
    database.mode = 'silent';
    const { writeAheadLog, accumulator } = await start();
    accumulator.add(miner, 7n, noon);
    await until(() => writeAheadLog.waiting().shares === 1);
    database.mode = 'here';
    // The process is killed here: nothing is closed. The next one finds the work.
    const next = await start();
    await until(() => next.writeAheadLog.bytes() === 0);
    expect(database.work()).toBe(7n);
  });

  it('replays after a kill, and counts nothing twice that was recorded before it', async () => {
    // Killed at the end of this loop: it never meets the database again.
    const { writeAheadLog, accumulator } = await start({ record: () => Promise.reject(new Error('away')) });
    for (let share = 0; share < 4; share += 1) {
      accumulator.add(miner, 5n, noon);
      await until(() => writeAheadLog.waiting().shares === share + 1);
    }
    // Half of it gets into the database, then the process dies with the writeAheadLog as it is.
    let taken = 0;
    const half = new ShareAccumulator({
      algorithm: 'sha256',
      record: async (batches) => {
        await database.record(batches.slice(0, 2));
        taken += 2;
        await new Promise(() => undefined);
      },
      newId: database.newId,
      log: silentLog,
      writeAheadLog: await openWriteAheadLog(path),
      ...quick,
    });
    await until(() => taken === 2);
    void half;
    expect(database.work()).toBe(10n);
    const next = await start();
    await until(() => next.writeAheadLog.bytes() === 0);
    expect(database.work()).toBe(20n);
  });

  it('records every share that a killed process had acknowledged, also those of a moment before, and each once [I2]', async () => {
    const paths = [join(directory, 'shares-1'), join(directory, 'shares-2')] as const;
    const startWithShares = async (options: Partial<ShareAccumulatorOptions> = {}) => {
      const { shareLog, left } = ShareLog.open('sha256', paths, silentLog);
      return { left, ...(await start({ shareLog, left, ...options })) };
    };
    const first = await startWithShares();
    for (const login of others) first.accumulator.add(login, 3n, noon);
    first.accumulator.writeShares();
    await until(() => database.work() === 150n);
    // Recorded, and the process is killed before it can empty the file of its shares.
    const { accumulator } = await startWithShares({
      batchMs: 60_000,
      logAfterMs: 60_000,
      record: async (batches) => {
        await database.record(batches);
        await new Promise(() => undefined);
      },
    });
    accumulator.add(miner, 5n, noon);
    accumulator.writeShares();
    void accumulator.flush().catch(() => undefined);
    await until(() => database.work() === 155n);
    // Neither in a batch nor in the database; the last one was not acknowledged.
    accumulator.add(miner, 7n, noon);
    accumulator.writeShares();
    accumulator.add(miner, 1000n, noon);
    const next = await startWithShares();
    expect(next.left.map(({ shares }) => shares)).toEqual([1, 1]);
    expect(next.accumulator.unrecorded()).toBe(2);
    await next.accumulator.flush();
    await until(() => database.work() === 162n);
    await until(() => paths.every((file) => statSync(file).size === 0));
  });

  it.each(['here', 'away'] as const)(
    'records, and ends a flush, where the disk empties no file of shares and the database is %s',
    async (mode) => {
      const paths = [join(directory, 'shares-1'), join(directory, 'shares-2')] as const;
      const { shareLog, left } = ShareLog.open('sha256', paths, silentLog);
      const { accumulator, writeAheadLog } = await start({ shareLog, left });
      database.mode = mode;
      const stuck = vi.spyOn(LogFile.prototype, 'emptySync').mockImplementation(() => {
        throw new Error('EROFS: read-only file system, ftruncate');
      });
      accumulator.add(miner, 3n, noon);
      accumulator.writeShares();
      if (mode === 'away') await until(() => writeAheadLog.waiting().shares === 1);
      database.mode = 'here';
      await accumulator.flush();
      accumulator.add(miner, 4n, noon);
      accumulator.writeShares();
      await accumulator.flush();
      expect(database.work()).toBe(7n);
      expect(stuck).toHaveBeenCalled();
      stuck.mockRestore();
      await shareLog.close();
      expect(paths.map((file) => statSync(file).size)).toEqual([0, 0]);
    },
  );

  it('refuses explicitly when the writeAheadLog is full, loses nothing it took, and accepts again afterwards [S3]', async () => {
    const { writeAheadLog, accumulator } = await start({}, 600);
    database.mode = 'away';
    let taken = 0n;
    await vi.waitFor(() => {
      if (accumulator.accepting()) {
        accumulator.add(miner, 1n, noon);
        taken += 1n;
      }
      expect(accumulator.accepting()).toBe(false);
    });
    expect(writeAheadLog.bytes()).toBeLessThanOrEqual(600);
    expect(database.work()).toBe(0n);
    database.mode = 'here';
    await until(() => accumulator.accepting() && accumulator.unrecorded() === 0);
    expect(database.work()).toBe(taken);
    expect(taken).toBeGreaterThan(2n);
  });

  it('refuses when the disk does, and accepts when the disk does again [S3]', async () => {
    const { writeAheadLog, accumulator } = await start();
    let isDiskFull = true;
    const append = writeAheadLog.append.bind(writeAheadLog);
    writeAheadLog.append = (batches) =>
      isDiskFull ? Promise.reject(new Error('ENOSPC: no space left on device')) : append(batches);
    database.mode = 'away';
    accumulator.add(miner, 9n, noon);
    await until(() => !accumulator.accepting());
    isDiskFull = false;
    await until(() => accumulator.accepting());
    expect(writeAheadLog.waiting().shares).toBe(1);
    database.mode = 'here';
    await until(() => writeAheadLog.bytes() === 0);
    expect(database.work()).toBe(9n);
  });

  it('closes without loss although the database is away: what is left waits on disk', async () => {
    const { accumulator } = await start({ logAfterMs: 60_000 });
    database.mode = 'away';
    for (let share = 0; share < 3; share += 1) accumulator.add(miner, 4n, noon);
    expect(await accumulator.close()).toBe(0);
    expect(accumulator.accepting()).toBe(false);
    database.mode = 'here';
    const next = await start();
    await until(() => next.writeAheadLog.bytes() === 0);
    expect(database.work()).toBe(12n);
  });

  it('keeps fewer than 1,000 shares in memory alone while the database is slow and the disk is not', async () => {
    let finish: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const groups: number[] = [];
    const { writeAheadLog, accumulator } = await start({
      batchMs: 60_000,
      logAfterMs: 1000,
      record: async (batches) => {
        groups.push(batches.length);
        if (groups.length === 1) await slow;
        await database.record(batches);
      },
    });
    let most = 0;
    for (let share = 1; share <= 5000; share += 1) {
      accumulator.add(miner, 2n, noon);
      most = Math.max(most, share - writeAheadLog.waiting().shares);
      // A disk is given the time that 250 shares take to come.
      if (share % 250 === 0) await until(() => share - writeAheadLog.waiting().shares < 500);
    }
    expect(most).toBeLessThan(1000);
    expect(accumulator.unrecorded()).toBe(5000);
    expect(database.work()).toBe(0n);
    finish();
    await accumulator.flush();
    expect(database.work()).toBe(10_000n);
    // What came in meanwhile was recorded together, and each batch once.
    expect(groups).toEqual([1, 9]);
    await until(() => writeAheadLog.bytes() === 0);
    expect(accumulator.unrecorded()).toBe(0);
  });

  it('records at once where a full group waits', async () => {
    // The pause after a recording ends when the suite says so, however long the machine stands still.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const groups: number[] = [];
    const { accumulator } = await start({
      batchShares: others.length,
      batchMs: 60_000,
      record: async (batches) => {
        groups.push(batches.length);
        await database.record(batches);
      },
    });
    const addBatch = (): void => {
      for (const each of others) accumulator.add(each, 1n, noon);
    };
    addBatch();
    // Recorded, gone from the disk, and nothing under way any more.
    await accumulator.flush();
    await new Promise((resolve) => setImmediate(resolve));
    for (let batch = 0; batch < 64; batch += 1) addBatch();
    await vi.advanceTimersByTimeAsync(60);
    expect(groups).toEqual([1]);
    addBatch();
    while (database.recorded.size <= 60) await new Promise((resolve) => setImmediate(resolve));
    expect(groups).toEqual([1, 64]);
  });
});
