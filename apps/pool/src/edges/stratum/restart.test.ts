import { randomBytes } from 'node:crypto';
import { JobStamper } from '@openlode/stratum/dialects/bitcoin/job-stamper';
import { afterEach, describe, expect, it } from 'vitest';
import { ClientGate } from './client-gate.ts';
import {
  buildTemplate,
  easyRules,
  startTestPool,
  startTime,
  type TestPool,
  until,
} from './testing/listener-kit.ts';
import { findShare, Stranger } from './testing/stranger.ts';

const user = 'DOGE:D1.rig1';
/** The difficulty stays as it is. */
const steady = { ...easyRules.vardiff, secondsMin: Infinity, sharesMin: Infinity };

/** A pool as it runs: jobs get a salt and an id of their own. */
const startPool = (overrides: Parameters<typeof startTestPool>[0] = {}): Promise<TestPool> =>
  startTestPool({ stamper: new JobStamper(randomBytes), ...overrides });

async function mine(pool: TestPool, previous?: string): Promise<Stranger> {
  const miner = new Stranger(pool.listener.port);
  await until(() => !miner.socket.connecting);
  await miner.ask('mining.subscribe', previous === undefined ? ['test'] : ['test', previous], 1);
  const result = miner.lines.at(-1)?.result;
  if (Array.isArray(result)) miner.extranonce1 = Number.parseInt(String(result[1]), 16);
  await miner.ask('mining.authorize', [user, 'x'], 2);
  return miner;
}

const creditedBy = ({ results }: TestPool): number =>
  results.filter((result) => result === 'accepted').length;

describe('shares of before', () => {
  const pools: TestPool[] = [];
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.close();
  });
  async function start(overrides?: Parameters<typeof startTestPool>[0]): Promise<TestPool> {
    const pool = await startPool(overrides);
    pools.push(pool);
    return pool;
  }

  it('count nothing after a restart, and their miner is told that they are stale and is not banned', async () => {
    const first = await start();
    const miner = await mine(first);
    const shares = Array.from({ length: 10 }, () => findShare(first, miner, user));
    for (const share of shares) await miner.ask('mining.submit', share);
    expect(creditedBy(first)).toBe(10);
    miner.socket.destroy();
    await first.close();
    pools.length = 0;

    // Every limit holds: an honest miner goes on with its old job far longer than any patience lasts.
    const second = await start({ gate: new ClientGate({ now: () => startTime * 1000 }) });
    const again = await mine(second, miner.extranonce1.toString(16));
    for (let round = 0; round < 50; round++) {
      for (const share of shares) await again.ask('mining.submit', share);
    }
    expect(new Set(second.results)).toEqual(new Set(['stale']));
    expect(second.results.length).toBe(500);
    expect(again.isClosed).toBe(false);
    expect(again.lines.at(-1)?.error?.[0]).toBe(21);
    await again.ask('mining.submit', findShare(second, again, user));
    expect(creditedBy(second)).toBe(1);
    again.socket.destroy();
  });

  it('count nothing when the chain comes back to a block that it had left', async () => {
    const pool = await start();
    const miner = await mine(pool);
    const share = findShare(pool, miner, user);
    await miner.ask('mining.submit', share);
    const here = pool.chain.current;
    pool.chain.offer(buildTemplate({ height: 8, previousHash: new Uint8Array(32).fill(8) }));
    pool.chain.offer(here);
    pool.chain.offer(here);
    await until(() => miner.lines.filter(({ method }) => method === 'mining.notify').length === 4);
    await miner.ask('mining.submit', share);
    const { current } = pool.feed.registry;
    await miner.ask('mining.submit', [share[0], current?.job.id, ...share.slice(2)]);
    expect(pool.results[0]).toBe('accepted');
    expect(pool.results[1]).toBe('stale');
    // Under the id of the job that is open now the same numbers are another header: a share only by chance, and a new one.
    expect(['accepted', 'low-difficulty']).toContain(pool.results[2]);
    miner.socket.destroy();
  });
});

describe('more shares than a job remembers', () => {
  it('open the next job, and no miner is refused', async () => {
    const pool = await startPool({ sharesMax: 8, rules: { ...easyRules, vardiff: steady } });
    try {
      const [one, other] = [await mine(pool), await mine(pool)];
      const first = pool.feed.registry.current?.job.id;
      for (let count = 0; count < 20; count++) await one.ask('mining.submit', findShare(pool, one, user));
      await other.ask('mining.submit', findShare(pool, other, user));
      expect(pool.feed.registry.current?.job.id).not.toBe(first);
      expect(new Set(pool.results)).toEqual(new Set(['accepted']));
      one.socket.destroy();
      other.socket.destroy();
    } finally {
      await pool.close();
    }
  });
});
