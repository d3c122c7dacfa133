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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkBatch } from '../../domain/kernel/work-batch.ts';
import { openWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts';

const noon = Date.UTC(2026, 10, 20, 12);

function batch(id: string, work = 2n ** 70n + 1n): WorkBatch {
  const miner = { coin: 'DOGE', network: 'DOGE', address: 'D1', memo: 'ä\u2028"\n' };
  return {
    id,
    algorithm: 'sha256',
    lines: [{ miner, worker: 'rig1', referralCode: null, work, shares: 3, firstAt: noon, lastAt: noon + 5 }],
  };
}

describe('openWriteAheadLog', () => {
  let directory: string;
  let path: string;
  const open: WriteAheadLog[] = [];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-writeAheadLog-'));
    path = join(directory, 'spool.jsonl');
  });
  afterEach(async () => {
    for (const writeAheadLog of open.splice(0)) await writeAheadLog.close();
    rmSync(directory, { recursive: true });
  });

  async function start(bytesMax?: number, readBytesMax?: number): Promise<WriteAheadLog> {
    const writeAheadLog = await openWriteAheadLog(path, bytesMax, readBytesMax);
    open.push(writeAheadLog);
    return writeAheadLog;
  }

  async function drain(writeAheadLog: WriteAheadLog): Promise<string[]> {
    const ids: string[] = [];
    for (let next = await writeAheadLog.peek(2); next.length > 0; next = await writeAheadLog.peek(2)) {
      ids.push(...next.map(({ id }) => id));
      await writeAheadLog.drop(next.length);
    }
    return ids;
  }

  it('gives back what it took, in order, and is empty after the last', async () => {
    const writeAheadLog = await start();
    expect(await writeAheadLog.peek(9)).toEqual([]);
    expect(await writeAheadLog.append([batch('a'), batch('b')])).toBe('stored');
    expect(await writeAheadLog.append([batch('c')])).toBe('stored');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(writeAheadLog.waiting()).toEqual({ batches: 3, shares: 9, oldestAt: noon });
    expect(await writeAheadLog.peek(1)).toEqual([batch('a')]);
    expect(await writeAheadLog.peek(2)).toEqual([batch('a'), batch('b')]);
    expect(await drain(writeAheadLog)).toEqual(['a', 'b', 'c']);
    expect(writeAheadLog.waiting()).toEqual({ batches: 0, shares: 0, oldestAt: undefined });
    expect(statSync(path).size).toBe(0);
    await writeAheadLog.append([batch('d')]);
    expect(await drain(writeAheadLog)).toEqual(['d']);
  });

  it('takes a batch of more lines than a call has arguments', async () => {
    const writeAheadLog = await start();
    const [line] = batch('a').lines;
    const lines = Array.from({ length: 130_000 }, () => line).flatMap((each) => each ?? []);
    expect(await writeAheadLog.append([{ ...batch('a'), lines }])).toBe('stored');
    expect(writeAheadLog.waiting()).toEqual({ batches: 1, shares: 390_000, oldestAt: noon });
  });

  it('gives back no more at once than its bytes allow, and one batch whatever it takes', async () => {
    const writeAheadLog = await start(undefined, 500);
    await writeAheadLog.append([batch('a'), batch('b'), batch('c')]);
    const each = writeAheadLog.bytes() / 3;
    expect(each).toBeGreaterThan(500 / 3);
    expect(each).toBeLessThan(500 / 2);
    expect(await writeAheadLog.peek(9)).toEqual([batch('a'), batch('b')]);
    const small = await start(undefined, 10);
    expect(await small.peek(9)).toEqual([batch('a')]);
  });

  it('starts over with everything in a new process, because only an empty writeAheadLog forgets', async () => {
    const first = await start();
    await first.append([batch('a'), batch('b')]);
    await first.peek(1);
    await first.drop(1);
    const second = await start();
    expect(second.waiting()).toEqual({ batches: 2, shares: 6, oldestAt: noon });
    expect(await drain(second)).toEqual(['a', 'b']);
  });

  it('cuts a last line that breaks off, wherever it does, and goes on behind the whole ones', async () => {
    const first = await start();
    await first.append([batch('a'), batch('b')]);
    const whole = readFileSync(path);
    const lineBytes = whole.length / 2;
    for (const cut of [1, 9, 40, lineBytes - 1]) {
      writeFileSync(path, whole);
      truncateSync(path, whole.length - cut);
      const writeAheadLog = await start();
      expect(writeAheadLog.damaged()).toBe(0);
      expect(writeAheadLog.bytes()).toBe(lineBytes);
      await writeAheadLog.append([batch('c')]);
      expect(await drain(writeAheadLog)).toEqual(['a', 'c']);
    }
  });

  it('leaves out a line that was damaged, says so, and keeps the others', async () => {
    const first = await start();
    await first.append([batch('a'), batch('b'), batch('c')]);
    const bytes = readFileSync(path);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    appendFileSync(path, 'nonsense\n');
    const writeAheadLog = await start();
    expect(writeAheadLog.damaged()).toBe(2);
    expect(await drain(writeAheadLog)).toEqual(['a', 'c']);
    expect(statSync(path).size).toBe(0);
  });

  it('does not wait for what another process has cut away', async () => {
    const writeAheadLog = await start();
    await writeAheadLog.append([batch('a'), batch('b')]);
    truncateSync(path, 0);
    expect(await writeAheadLog.peek(9)).toEqual([]);
    expect(writeAheadLog.waiting().batches).toBe(0);
    expect(writeAheadLog.damaged()).toBe(2);
    await writeAheadLog.append([batch('c')]);
    expect(await drain(writeAheadLog)).toEqual(['c']);
  });

  it('takes nothing beyond its limit, and something again when it is empty', async () => {
    const writeAheadLog = await start(1000);
    const taken: string[] = [];
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      if ((await writeAheadLog.append([batch(id)])) === 'stored') taken.push(id);
    }
    expect(taken).toEqual(['a', 'b', 'c', 'd']);
    expect(writeAheadLog.bytes()).toBeLessThanOrEqual(1000);
    expect(await writeAheadLog.append([batch('x'), batch('y')])).toBe('full');
    expect(await drain(writeAheadLog)).toEqual(taken);
    expect(await writeAheadLog.append([batch('g')])).toBe('stored');
  });

  it('reads lines that are longer than what it reads at once', async () => {
    const writeAheadLog = await start();
    const [line] = batch('a').lines;
    if (line === undefined) throw new Error('the batch has a line');
    const long: WorkBatch = { ...batch('long'), lines: Array.from({ length: 2000 }, () => line) };
    await writeAheadLog.append([long, batch('b')]);
    expect(writeAheadLog.bytes()).toBeGreaterThan(200_000);
    expect((await writeAheadLog.peek(1))[0]?.lines.length).toBe(2000);
    expect(await drain(await start())).toEqual(['long', 'b']);
  });

  it('does not grow for ever while it is never empty, and loses nothing when it moves to a new file', async () => {
    const writeAheadLog = await start(30_000_000);
    const [line] = batch('a').lines;
    if (line === undefined) throw new Error('the batch has a line');
    // As long as 8,000 lines of work: what is counted is bytes.
    const lines = [{ ...line, worker: 'r'.repeat(1_400_000) }];
    const seen: string[] = [];
    let largest = 0;
    await writeAheadLog.append([{ ...batch('0'), lines }]);
    for (let number = 1; number <= 20; number += 1) {
      expect(await writeAheadLog.append([{ ...batch(String(number)), lines }])).toBe('stored');
      seen.push(...(await writeAheadLog.peek(1)).map(({ id }) => id));
      await writeAheadLog.drop(1);
      largest = Math.max(largest, writeAheadLog.bytes());
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, number) => String(number)));
    expect(largest).toBeLessThan(14_000_000);
    expect(statSync(path).size).toBe(writeAheadLog.bytes());
    expect(statSync(path).mode & 0o777).toBe(0o600);
    // What a new process finds begins anywhere before the first that was not dropped, and ends with the last.
    expect((await drain(await start())).at(-1)).toBe('20');
  });

  it('makes room at its limit out of what was dropped', async () => {
    const writeAheadLog = await start(1000);
    await writeAheadLog.append([batch('a'), batch('b'), batch('c'), batch('d')]);
    expect(await writeAheadLog.append([batch('e')])).toBe('full');
    await writeAheadLog.drop(3);
    expect(await writeAheadLog.append([batch('e')])).toBe('stored');
    expect(await drain(writeAheadLog)).toEqual(['d', 'e']);
  });

  it('reads the file of an earlier release, and goes on behind it', async () => {
    writeFileSync(
      path,
      '6bc4b7b3 {"id":"a","algorithm":"sha256","lines":[{"account":{"coin":"DOGE","network":"DOGE","address":"D1","memo":"ä"},' +
        '"worker":"rig1","code":"abcd-1234","source":"k1","work":"1180591620717411303424","shares":3,"firstAt":1,"lastAt":2}]}\n' +
        '6bc4b7b3 {"id":"b","algor',
    );
    const writeAheadLog = await start();
    expect(writeAheadLog.damaged()).toBe(0);
    await writeAheadLog.append([batch('c')]);
    const miner = { coin: 'DOGE', network: 'DOGE', address: 'D1', memo: 'ä' };
    expect(await writeAheadLog.peek(9)).toEqual([
      {
        id: 'a',
        algorithm: 'sha256',
        lines: [
          {
            miner,
            worker: 'rig1',
            referralCode: 'abcd-1234',
            source: 'k1',
            work: 1_180_591_620_717_411_303_424n,
            shares: 3,
            firstAt: 1,
            lastAt: 2,
          },
        ],
      },
      batch('c'),
    ]);
  });
});
