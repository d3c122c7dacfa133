import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BlockCandidate } from '../../domain/rounds/block-candidate.ts';
import { createBlockStore } from './block-store.ts';
import { openBlockLog } from './block-log.ts';

const log = { warn: () => undefined, error: () => undefined };

const candidate = (digit: string): BlockCandidate => ({
  algorithm: 'sha256',
  chain: 'test',
  height: 5,
  hash: digit.repeat(64),
  submission: new Uint8Array(300).fill(200),
  networkWork: 2n ** 70n,
  miner: { coin: 'DOGE', network: 'DOGE', address: 'D1', memo: null },
  worker: 'rig1',
  foundAt: 1_700_000_000_000,
});

describe('a found block', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-blocks-'));
    path = join(folder, 'block-blockLog.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const idle = { oldestUnrecordedAt: () => undefined };

  it('is in the database after its own share, and then on disk no more', async () => {
    const blockLog = openBlockLog(path);
    const order: string[] = [];
    const store = createBlockStore({
      blockLog,
      accumulator: idle,
      record: async ({ hash }) => {
        order.push(`record ${hash.slice(0, 2)} of ${blockLog.waiting().length}`);
      },
      submit: () => Promise.reject(new Error('not asked to')),
      log,
    });
    const share = Promise.resolve().then(() => {
      order.push('share');
    });
    await store.found(candidate('a'), share);
    expect(order).toEqual(['share', 'record aa of 1']);
    expect(statSync(path).size).toBe(0);
    await store.close();
    await blockLog.close();
  });

  it('waits on disk while the database is away: it is answered, handed to its chain, and recorded when it is back', async () => {
    const blockLog = openBlockLog(path);
    const recorded: BlockCandidate[] = [];
    const submitted: string[] = [];
    let isAway = true;
    const store = createBlockStore({
      blockLog,
      accumulator: idle,
      record: async (block) => {
        if (isAway) throw new Error('connect ECONNREFUSED');
        recorded.push(block);
      },
      submit: async ({ hash }) => {
        submitted.push(hash);
      },
      log,
      diskAfterMs: 20,
      retryMs: 5,
    });
    await store.found(candidate('b'), Promise.resolve());
    expect(recorded).toEqual([]);
    expect(submitted).toEqual(['b'.repeat(64)]);
    expect(statSync(path).size).toBeGreaterThan(0);
    isAway = false;
    await vi.waitFor(() => expect(recorded).toEqual([candidate('b')]));
    await vi.waitFor(() => expect(statSync(path).size).toBe(0));
    await store.close();
    await blockLog.close();
  });

  it('is handed to its chain again and again while that does not answer, by the next process too, and no more once the database has it', async () => {
    let isAway = true;
    let tries = 0;
    const begin = (blockLog: ReturnType<typeof openBlockLog>) =>
      createBlockStore({
        blockLog,
        accumulator: idle,
        record: async () => {
          if (isAway) throw new Error('connect ECONNREFUSED');
        },
        submit: async () => {
          tries += 1;
          throw new Error('socket hang up');
        },
        log,
        diskAfterMs: 5,
        retryMs: 5,
      });
    const blockLog = openBlockLog(path);
    const store = begin(blockLog);
    await store.found(candidate('b'), Promise.resolve());
    await vi.waitFor(() => expect(tries).toBeGreaterThan(2));
    await store.close();
    await blockLog.close();
    tries = 0;
    const reopened = openBlockLog(path);
    const next = begin(reopened);
    await vi.waitFor(() => expect(tries).toBeGreaterThan(2));
    isAway = false;
    await vi.waitFor(() => expect(statSync(path).size).toBe(0));
    // One may be under way when the disk is told, however long that takes on a busy machine.
    await vi.waitFor(async () => {
      const before = tries;
      await new Promise((resolve) => setTimeout(resolve, 40));
      expect(tries).toBe(before);
    });
    await next.close();
    await reopened.close();
  });

  it('outlives its process: the next one records it, after older work, and cuts what was never acknowledged', async () => {
    const first = openBlockLog(path);
    await first.append(candidate('c'));
    await first.append(candidate('d'));
    const kept = readFileSync(path, 'utf8');
    await first.close();
    appendFileSync(path, '12345678 {"half a li');
    const blockLog = openBlockLog(path);
    expect(readFileSync(path, 'utf8')).toBe(kept);
    const recorded: string[] = [];
    let oldest: number | undefined = candidate('c').foundAt;
    const store = createBlockStore({
      blockLog,
      accumulator: { oldestUnrecordedAt: () => oldest },
      record: async ({ hash }) => {
        recorded.push(hash.slice(0, 1));
      },
      submit: async () => undefined,
      log,
    });
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(recorded).toEqual([]);
    oldest = candidate('c').foundAt + 1;
    await vi.waitFor(() => expect(recorded.toSorted()).toEqual(['c', 'd']));
    await store.close();
    expect(statSync(path).size).toBe(0);
    await blockLog.close();
  });

  it('that neither the disk nor the database takes is an error for its finder', async () => {
    const store = createBlockStore({
      blockLog: {
        append: () => Promise.reject(new Error('ENOSPC')),
        drop: async () => undefined,
        waiting: () => [],
        damaged: () => 0,
        close: async () => undefined,
      },
      accumulator: idle,
      record: () => Promise.reject(new Error('connect ECONNREFUSED')),
      submit: async () => undefined,
      log,
      diskAfterMs: 10,
      retryMs: 5,
    });
    const found = store.found(candidate('e'), Promise.resolve());
    setTimeout(() => void store.close(), 50);
    await expect(found).rejects.toThrow();
  });

  it('whose line on disk is damaged is left out and told of', async () => {
    const first = openBlockLog(path);
    await first.append(candidate('a'));
    await first.close();
    const text = readFileSync(path, 'utf8');
    rmSync(path);
    appendFileSync(path, text.replace('rig1', 'rig2'));
    const blockLog = openBlockLog(path);
    expect(blockLog.damaged()).toBe(1);
    expect(blockLog.waiting()).toEqual([]);
    await blockLog.close();
  });

  it('is read from the file of an earlier release, also of one that kept header and coinbase apart', async () => {
    const miner = '"account":{"coin":"DOGE","network":"DOGE","address":"D1","memo":null}';
    const both = `${miner},"worker":"rig1","foundAt":1700000000000`;
    appendFileSync(
      path,
      `b11469c8 {"algorithm":"sha256","chain":"test","height":5,"hash":"aa",${both},"submission":"0102ff","networkWork":"1180591620717411303424"}\n` +
        `4b0680d1 {"algorithm":"sha256","chain":"test","height":5,"hash":"bb",${both},"header":"0102","coinbase":"ff","networkWork":"7"}\n`,
    );
    const blockLog = openBlockLog(path);
    const submission = new Uint8Array([1, 2, 255]);
    expect(blockLog.damaged()).toBe(0);
    expect(blockLog.waiting()).toEqual([
      { ...candidate('a'), hash: 'aa', submission },
      { ...candidate('a'), hash: 'bb', submission, networkWork: 7n },
    ]);
    await blockLog.close();
  });
});
