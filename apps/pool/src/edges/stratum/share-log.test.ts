import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Login } from '@openlode/mining/user-string';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkBatch } from '../../domain/kernel/work-batch.ts';
import { LogFile } from '../../runtime/append-log/log-file.ts';
import type { LeftBatch } from './left-shares.ts';
import { ShareLog, type ShareLogLimits } from './share-log.ts';
import { silentLog } from './testing/listener-kit.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const loginOf = (worker: string): Login => ({
  coin: 'DOGE',
  network: 'DOGE',
  address: 'D1',
  memo: null,
  worker,
  referralCode: 'äpfel',
});
const unknown = { sourceOf: () => undefined };
const home = { sourceOf: () => 'home' };
const rig1 = loginOf('rig1');
const rig2 = loginOf('rig2');

let directory: string;
let paths: readonly [string, string];
let opened: ShareLog[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'openlode-share-log-'));
  paths = [join(directory, '1'), join(directory, '2')];
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const log of opened) await log.close();
  opened = [];
  rmSync(directory, { recursive: true });
});

/** As a process does that starts, whatever the one before left. */
function open(
  log = silentLog,
  limits: Partial<ShareLogLimits> = {},
): { readonly shareLog: ShareLog; readonly left: readonly LeftBatch[] } {
  const found = ShareLog.open('sha256', paths, log, limits);
  opened.push(found.shareLog);
  return found;
}

/** Work by worker. */
function workIn(batches: readonly WorkBatch[]): Record<string, bigint> {
  const work: Record<string, bigint> = {};
  for (const { lines } of batches)
    for (const line of lines) work[line.worker] = (work[line.worker] ?? 0n) + line.work;
  return work;
}

const bytes = (): number[] => paths.map((path) => statSync(path).size);

describe('the log of shares that are in no batch yet', () => {
  it('has what was written when the process was killed, as the batch that it was of, and nothing that was not', () => {
    const { shareLog } = open();
    shareLog.add({ id: 'a' }, rig1, home, 5n, noon);
    shareLog.add({ id: 'a' }, rig2, unknown, 7n, noon + 1);
    shareLog.add({ id: 'a' }, rig1, home, 5n, noon + 60_000);
    shareLog.write();
    shareLog.add({ id: 'a' }, rig1, home, 100n, noon + 2);
    const { left } = open();
    const miner = { coin: 'DOGE', network: 'DOGE', address: 'D1', memo: null };
    expect(left).toEqual([
      {
        batch: {
          id: 'a',
          algorithm: 'sha256',
          lines: [
            {
              miner,
              worker: 'rig1',
              referralCode: 'äpfel',
              work: 5n,
              shares: 1,
              firstAt: noon,
              lastAt: noon,
              source: 'home',
            },
            {
              miner,
              worker: 'rig1',
              referralCode: 'äpfel',
              work: 5n,
              shares: 1,
              firstAt: noon + 60_000,
              lastAt: noon + 60_000,
              source: 'home',
            },
            {
              miner,
              worker: 'rig2',
              referralCode: 'äpfel',
              work: 7n,
              shares: 1,
              firstAt: noon + 1,
              lastAt: noon + 1,
            },
          ],
        },
        shares: 3,
        firstAt: noon,
      },
    ]);
  });

  it('keeps work of other pools in batches of their own, with whose it was', () => {
    const { shareLog } = open();
    const relayed = { upstream: 'pool of <x>', networkWork: 1n << 90n };
    shareLog.add({ id: 'a' }, rig1, unknown, 1n, noon);
    shareLog.add({ id: 'b', relayed }, rig1, unknown, 2n, noon);
    shareLog.add({ id: 'a' }, rig1, unknown, 4n, noon);
    shareLog.write();
    const { left } = open();
    expect(left.map(({ batch }) => [batch.id, batch.relayed, workIn([batch])])).toEqual([
      ['a', undefined, { rig1: 5n }],
      ['b', relayed, { rig1: 2n }],
    ]);
  });

  it('is empty once everything is recorded, and goes on from there', () => {
    const { shareLog } = open();
    shareLog.add({ id: 'a' }, rig1, unknown, 1n, noon);
    shareLog.write();
    expect(bytes()[0]).toBeGreaterThan(0);
    shareLog.onSafe(['a']);
    expect(bytes()).toEqual([0, 0]);
    shareLog.add({ id: 'b' }, rig1, unknown, 2n, noon);
    shareLog.write();
    expect(open().left.map(({ batch }) => [batch.id, workIn([batch])])).toEqual([['b', { rig1: 2n }]]);
  });

  it('is bounded where new shares come all the time, as long as older ones are recorded', () => {
    const { shareLog } = open(silentLog, { fileBytesMax: 64 * 1024 });
    for (let batch = 0; batch < 200; batch += 1) {
      for (let share = 0; share < 100; share += 1)
        shareLog.add({ id: `${batch}` }, rig1, unknown, 1n, noon + share);
      shareLog.write();
      shareLog.onSafe([`${batch - 1}`]);
    }
    for (const size of bytes()) expect(size).toBeLessThan(2 * 64 * 1024);
    expect(open().left.map(({ batch }) => batch.id)).toContain('199');
  });

  it('goes on in the file of an earlier process without taking its logins for its own', async () => {
    await open().shareLog.close();
    opened.pop();
    const first = open().shareLog;
    first.add({ id: 'a' }, rig1, unknown, 1n, noon);
    first.write();
    const second = open().shareLog;
    second.add({ id: 'b' }, rig2, unknown, 2n, noon);
    second.write();
    const third = open().shareLog;
    third.add({ id: 'c' }, rig2, unknown, 4n, noon);
    third.write();
    const { left } = open();
    expect(Object.fromEntries(left.map(({ batch }) => [batch.id, workIn([batch])]))).toEqual({
      a: { rig1: 1n },
      b: { rig2: 2n },
      c: { rig2: 4n },
    });
  });

  it('leaves out what a machine that died has damaged, and gives no share to another worker', () => {
    const { shareLog } = open();
    shareLog.add({ id: 'a' }, rig1, unknown, 1n, noon);
    shareLog.write();
    const before = bytes()[0] ?? 0;
    shareLog.add({ id: 'a' }, rig2, unknown, 2n, noon);
    shareLog.write();
    shareLog.add({ id: 'a' }, rig2, unknown, 4n, noon);
    shareLog.write();
    const text = readFileSync(paths[0]);
    text[before + 12] = (text[before + 12] ?? 0) ^ 1;
    writeFileSync(paths[0], text);
    appendFileSync(paths[0], 'half a li');
    const warned: unknown[] = [];
    const warn = (...said: unknown[]): void => void warned.push(said);
    expect(open({ ...silentLog, warn }).left.map(({ batch }) => workIn([batch]))).toEqual([{ rig1: 1n }]);
    expect(warned).toEqual([
      [{ algorithm: 'sha256', lines: 1 }, 'the log of accepted shares has damaged lines'],
    ]);
    truncateSync(paths[0], before - 3);
    expect(open().left).toEqual([]);
  });

  /** Three writes, of two batches, and then the machine dies and one of them is zeros. */
  function damage(nth: number): void {
    const { shareLog } = open();
    for (const [id, work] of [
      ['x', 1n],
      ['x', 2n],
      ['y', 4n],
    ] as const) {
      shareLog.add({ id }, rig1, unknown, work, noon);
      shareLog.write();
    }
    const lines = readFileSync(paths[0], 'utf8').split('\n');
    lines[nth] = '\0'.repeat(lines[nth]?.length ?? 0);
    writeFileSync(paths[0], lines.join('\n'));
  }

  it('has the batch after a damaged line, of a login that was named before it', () => {
    damage(1);
    expect(open().left.map(({ batch }) => [batch.id, workIn([batch])])).toEqual([
      ['x', { rig1: 1n }],
      ['y', { rig1: 4n }],
    ]);
  });

  it('takes no number again that a file has, so that damage makes no worker of another', () => {
    const rig3 = loginOf('rig3');
    const steps = [
      [['x', rig1, 1n]],
      [['y', rig2, 2n]],
      // Both files have something by now: this one goes on in the second.
      [
        ['z', rig3, 4n],
        ['v', rig3, 8n],
      ],
    ] as const;
    for (const shares of steps) {
      const { shareLog } = open();
      for (const [id, login, work] of shares) {
        shareLog.add({ id }, login, unknown, work, noon);
        shareLog.write();
      }
    }
    const lines = readFileSync(paths[1], 'utf8').split('\n');
    expect(lines.map((line) => /"batch":"(.)"/.exec(line)?.[1])).toEqual(['y', 'z', 'v', undefined]);
    lines[1] = '\0'.repeat(lines[1]?.length ?? 0);
    writeFileSync(paths[1], lines.join('\n'));
    expect(open().left.map(({ batch }) => [batch.id, workIn([batch])])).toEqual([
      ['x', { rig1: 1n }],
      ['y', { rig2: 2n }],
    ]);
  });

  it('lets no file wait for a batch of which damage has left no share', () => {
    damage(0);
    const { left, shareLog } = open(silentLog, { fileBytesMax: 4096 });
    expect(left).toEqual([]);
    expect(bytes()).toEqual([0, 0]);
    for (let batch = 0; batch < 500; batch += 1) {
      shareLog.add({ id: `b${batch}` }, rig1, unknown, 1n, noon);
      shareLog.write();
      shareLog.onSafe([`b${batch - 1}`]);
    }
    for (const size of bytes()) expect(size).toBeLessThan(2 * 4096);
    shareLog.onSafe(['b499']);
    expect(bytes()).toEqual([0, 0]);
  });

  it('answers what is left in the order of time, whichever file has it', () => {
    const { shareLog } = open(silentLog, { fileBytesMax: 100 });
    const put = (id: string, at: number): void => {
      shareLog.add({ id }, rig1, unknown, 1n, noon + at);
      shareLog.write();
    };
    put('one', 0);
    put('two', 1000);
    shareLog.onSafe(['one']);
    put('three', 2000);
    put('four', 3000);
    for (const size of bytes()) expect(size).toBeGreaterThan(0);
    expect(open().left.map(({ batch }) => batch.id)).toEqual(['two', 'three', 'four']);
  });

  it('says once that the disk refuses, keeps what it did not take, and writes it with the next', () => {
    const warned: unknown[] = [];
    const warn = (_: unknown, text: unknown): void => void warned.push(text);
    const { shareLog } = open({ ...silentLog, warn } as typeof silentLog, { retryMs: 0 });
    shareLog.add({ id: 'a' }, rig1, unknown, 1n, noon);
    shareLog.write();
    const full = vi.spyOn(LogFile.prototype, 'writeUnsynced').mockImplementation(() => {
      throw new Error('ENOSPC: no space left on device');
    });
    for (const work of [2n, 4n]) {
      shareLog.add({ id: 'a' }, rig2, unknown, work, noon);
      shareLog.write();
      expect(shareLog.refuses).toBe(true);
    }
    full.mockRestore();
    shareLog.add({ id: 'a' }, rig2, unknown, 8n, noon);
    shareLog.write();
    expect(shareLog.refuses).toBe(false);
    expect(warned).toEqual([
      'accepted shares cannot be written before they are acknowledged',
      'accepted shares are written before they are acknowledged again',
    ]);
    expect(open().left.map(({ batch }) => workIn([batch]))).toEqual([{ rig1: 1n, rig2: 14n }]);
  });

  it('keeps a mebibyte at most of what the disk refuses, and asks it once in a while', async () => {
    const { shareLog } = open(silentLog, { retryMs: 60_000 });
    const write = vi.spyOn(LogFile.prototype, 'writeUnsynced').mockImplementation(() => {
      throw new Error('EIO: i/o error, write');
    });
    for (let share = 0; share < 60_000; share += 1) shareLog.add({ id: 'a' }, rig1, unknown, 1n, noon);
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
    await shareLog.close();
    opened.pop();
    const [size = 0] = bytes();
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(1024 * 1024 + 1000);
  });

  it('is written without being asked from 64 KiB on', () => {
    const { shareLog } = open();
    for (let share = 0; share < 4000; share += 1) shareLog.add({ id: 'a' }, rig1, unknown, 1n, noon);
    expect(bytes()[0]).toBeGreaterThan(64 * 1024);
  });

  it('goes on where the disk empties no file, and empties it once the disk does', () => {
    const warned: unknown[] = [];
    const warn = (...said: unknown[]): void => void warned.push(said);
    const { shareLog } = open({ ...silentLog, warn }, { fileBytesMax: 100 });
    const stuck = vi.spyOn(LogFile.prototype, 'emptySync').mockImplementation(() => {
      throw new Error('EROFS: read-only file system, ftruncate');
    });
    for (const id of ['a', 'b', 'c']) {
      shareLog.add({ id }, rig1, unknown, 1n, noon);
      shareLog.write();
      shareLog.onSafe([id]);
    }
    shareLog.add({ id: 'd' }, rig2, unknown, 2n, noon);
    shareLog.write();
    expect(warned).toHaveLength(1);
    const { left } = open();
    expect(left.map(({ batch }) => [batch.id, workIn([batch])])).toContainEqual(['d', { rig2: 2n }]);
    stuck.mockRestore();
    shareLog.onSafe(['d']);
    expect(bytes()).toEqual([0, 0]);
  });

  it('is on the disk 400 ms after the first share that is not recorded by then, and is synced for no other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sync = vi.spyOn(LogFile.prototype, 'sync').mockResolvedValue();
    const { shareLog } = open();
    const add = (id: string): void => {
      shareLog.add({ id }, rig1, unknown, 1n, noon);
      shareLog.write();
    };
    add('a');
    await vi.advanceTimersByTimeAsync(300);
    add('a');
    expect(sync).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(sync).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sync).toHaveBeenCalledTimes(1);
    add('a');
    shareLog.onSafe(['a']);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sync).toHaveBeenCalledTimes(1);
    add('b');
    await vi.advanceTimersByTimeAsync(400);
    expect(sync).toHaveBeenCalledTimes(2);
  });

  it('syncs what a killed process left, and what comes while the disk is busy with that', async () => {
    const before = open();
    before.shareLog.add({ id: 'a' }, rig1, unknown, 1n, noon);
    before.shareLog.write();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let end = (): void => undefined;
    const sync = vi.spyOn(LogFile.prototype, 'sync').mockImplementation(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    const { shareLog } = open();
    await vi.advanceTimersByTimeAsync(400);
    expect(sync).toHaveBeenCalledTimes(1);
    shareLog.add({ id: 'b' }, rig1, unknown, 1n, noon);
    shareLog.write();
    await vi.advanceTimersByTimeAsync(5000);
    expect(sync).toHaveBeenCalledTimes(1);
    end();
    await vi.advanceTimersByTimeAsync(400);
    expect(sync).toHaveBeenCalledTimes(2);
    end();
    await vi.advanceTimersByTimeAsync(0);
  });

  it('keeps nothing, and says so once, while the disk takes no share or syncs none', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const warned: unknown[] = [];
    const warn = (_: unknown, text: unknown): void => void warned.push(text);
    const { shareLog } = open({ ...silentLog, warn } as typeof silentLog, { retryMs: 0 });
    const sync = vi
      .spyOn(LogFile.prototype, 'sync')
      .mockRejectedValue(new Error('EIO: i/o error, fdatasync'));
    const add = async (): Promise<void> => {
      shareLog.add({ id: 'a' }, rig1, unknown, 1n, noon);
      shareLog.write();
      await vi.advanceTimersByTimeAsync(400);
    };
    expect(shareLog.keeps).toBe(true);
    await add();
    await add();
    expect(shareLog.keeps).toBe(false);
    expect(sync).toHaveBeenCalledTimes(2);
    sync.mockResolvedValue();
    await add();
    // The disk says so of what it had failed to take as well: that share is nowhere until its batch is safe.
    expect(shareLog.keeps).toBe(false);
    shareLog.onSafe(['a']);
    expect(shareLog.keeps).toBe(true);
    const full = vi.spyOn(LogFile.prototype, 'writeUnsynced').mockImplementation(() => {
      throw new Error('ENOSPC: no space left on device');
    });
    await add();
    // Not for a minute only: the share is in memory alone until the disk takes it.
    await vi.advanceTimersByTimeAsync(120_000);
    expect(shareLog.keeps).toBe(false);
    full.mockRestore();
    await add();
    expect(shareLog.keeps).toBe(true);
    expect(warned).toEqual([
      'accepted shares cannot be synced to the disk',
      'accepted shares cannot be written before they are acknowledged',
      'accepted shares are written before they are acknowledged again',
    ]);
  });

  it('names logins and batches again after a sync that failed: the lines that named them may be lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { shareLog } = open();
    const sync = vi
      .spyOn(LogFile.prototype, 'sync')
      .mockRejectedValueOnce(new Error('EIO: i/o error, fdatasync'))
      .mockResolvedValue();
    const add = async (id: string, work: bigint): Promise<void> => {
      shareLog.add({ id }, rig1, home, work, noon);
      shareLog.write();
      await vi.advanceTimersByTimeAsync(400);
    };
    await add('a', 1n);
    const lost = bytes()[0] ?? 0;
    await add('b', 2n);
    await add('b', 4n);
    expect(sync).toHaveBeenCalledTimes(3);
    const text = readFileSync(paths[0]);
    writeFileSync(paths[0], Buffer.concat([Buffer.alloc(lost - 1), text.subarray(lost - 1)]));
    expect(open().left.map(({ batch }) => [batch.id, workIn([batch])])).toEqual([['b', { rig1: 6n }]]);
  });

  it('keeps nothing of batches of which it had to drop shares, until they are safe', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { shareLog } = open();
    const full = vi.spyOn(LogFile.prototype, 'writeUnsynced').mockImplementation(() => {
      throw new Error('ENOSPC: no space left on device');
    });
    for (let share = 0; share < 60_000; share += 1) shareLog.add({ id: 'a' }, rig1, unknown, 1n, noon);
    full.mockRestore();
    vi.advanceTimersByTime(100);
    shareLog.add({ id: 'b' }, rig1, unknown, 1n, noon);
    shareLog.write();
    expect(shareLog.refuses).toBe(false);
    expect(shareLog.keeps).toBe(false);
    shareLog.onSafe(['b']);
    expect(shareLog.keeps).toBe(false);
    shareLog.onSafe(['a']);
    expect(shareLog.keeps).toBe(true);
  });

  it('has on the disk what it leaves for the next process', async () => {
    const { shareLog } = open();
    const sync = vi.spyOn(LogFile.prototype, 'sync');
    shareLog.add({ id: 'a' }, rig1, unknown, 1n, noon);
    shareLog.write();
    await shareLog.close();
    opened.pop();
    expect(sync).toHaveBeenCalledTimes(1);
    expect(open().left.map(({ batch }) => workIn([batch]))).toEqual([{ rig1: 1n }]);
  });

  it('grows no further than a start can read where nothing can be emptied', () => {
    const { shareLog } = open(silentLog, { fileBytesMax: 100, retryMs: 0 });
    for (let share = 0; share < 200; share += 1) {
      shareLog.add({ id: `${share}` }, rig1, unknown, 1n, noon);
      shareLog.write();
    }
    expect(shareLog.refuses).toBe(true);
    for (const size of bytes()) expect(size).toBeLessThan(16 * 100 + 300);
  });

  it('has all that was written and is not safe, wherever it is killed, and nothing twice [I2]', () => {
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('share' as const),
          rig: fc.nat(2),
          work: fc.bigInt({ min: 1n, max: 1n << 70n }),
        }),
      },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('safe' as const), nth: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
    );
    const rigs = [rig1, rig2, loginOf('rig3')];
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        for (const path of paths) rmSync(path, { force: true });
        let { shareLog } = open();
        let id = 0;
        const added = new Map<string, bigint>();
        const acknowledged = new Map<string, bigint>();
        const write = (): void => {
          shareLog.write();
          for (const [batch, work] of added) acknowledged.set(batch, work);
        };
        for (const each of steps)
          if (each.kind === 'share') {
            shareLog.add({ id: `${id}` }, rigs[each.rig] ?? rig1, unknown, each.work, noon);
            added.set(`${id}`, (added.get(`${id}`) ?? 0n) + each.work);
          } else if (each.kind === 'write') write();
          else if (each.kind === 'close') id += 1;
          else if (each.kind === 'safe') {
            // A batch is closed before it is safe, and its shares were answered or will be.
            const batch = [...added.keys()].filter((key) => key !== `${id}`)[each.nth];
            if (batch === undefined) continue;
            write();
            shareLog.onSafe([batch]);
            added.delete(batch);
            acknowledged.delete(batch);
          } else {
            id += 1;
            const next = open();
            ({ shareLog } = next);
            const found = new Map(
              next.left.map(({ batch }) => [batch.id, batch.lines.reduce((sum, { work }) => sum + work, 0n)]),
            );
            for (const [batch, work] of acknowledged) expect(found.get(batch)).toBe(work);
            added.clear();
            for (const [batch, work] of acknowledged) added.set(batch, work);
          }
        for (const log of opened.splice(0)) void log.close();
      }),
      { numRuns: 60 },
    );
  });
});
