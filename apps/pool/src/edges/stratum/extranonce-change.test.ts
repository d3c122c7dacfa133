import { afterEach, describe, expect, it } from 'vitest';
import { startTestPool, type TestPool, until } from './testing/listener-kit.ts';
import { findShare, Stranger } from './testing/stranger.ts';

const user = 'DOGE:D1.rig1';

describe('a process whose number is another one', () => {
  let pool: TestPool;
  afterEach(() => pool.close());

  async function mine(follows: boolean): Promise<Stranger> {
    const miner = new Stranger(pool.listener.port);
    await until(() => !miner.socket.connecting);
    await miner.subscribe();
    await miner.ask('mining.authorize', [user, 'x'], 2);
    if (follows) await miner.ask('mining.extranonce.subscribe', [], 3);
    return miner;
  }

  const reported = (miner: Stranger): readonly unknown[] | undefined =>
    miner.lines.findLast(({ method }) => method === 'mining.set_extranonce')?.params;

  it('tells miners that asked for it and disconnects the others [I5]', async () => {
    pool = await startTestPool();
    const followers = [await mine(true), await mine(true)];
    const other = await mine(false);
    const [first] = followers;
    if (first === undefined) throw new Error('there are two');
    const old = findShare(pool, first, user);

    pool.extranonces.retire();
    await until(() => other.isClosed);
    pool.extranonces.begin(0xf1);
    pool.feed.renew();
    await until(() => followers.every((miner) => reported(miner) !== undefined));
    expect(followers.map(reported)).toEqual([
      ['f1000004', 4],
      ['f1000005', 4],
    ]);
    expect(pool.extranonces.taken).toBe(2);
    for (const miner of followers) {
      // After the answer to `mining.extranonce.subscribe`; the difficulty is as it was and is not said again.
      expect(miner.lines.slice(-3).map(({ id, method }) => method ?? id)).toEqual([
        3,
        'mining.set_extranonce',
        'mining.notify',
      ]);
      miner.extranonce1 = Number.parseInt(String(reported(miner)?.[0]), 16);
    }

    // What was found under the old number counts no more; what is found under the new one does.
    await first.ask('mining.submit', old);
    expect(first.lines.at(-1)?.error?.[0]).toBe(21);
    await first.ask('mining.submit', findShare(pool, first, user));
    expect(first.lines.at(-1)?.result).toBe(true);
    for (const { socket } of followers) socket.destroy();
    await until(() => pool.extranonces.taken === 0);
  });

  it('says nothing and hears nothing between the two numbers', async () => {
    pool = await startTestPool();
    const miner = await mine(true);
    const old = findShare(pool, miner, user);
    const heard = miner.lines.length;
    pool.extranonces.retire();
    miner.send(`${JSON.stringify({ id: 9, method: 'mining.submit', params: old })}\n`);
    pool.feed.renew();
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(miner.lines.length).toBe(heard);
    pool.extranonces.begin(0xf1);
    pool.feed.renew();
    await until(() => miner.lines.some(({ id }) => id === 9));
    expect(miner.lines.at(-1)?.error?.[0]).toBe(21);
    expect(pool.results).toEqual(['stale']);
    miner.socket.destroy();
  });

  it('gives up a miner for which no number comes', async () => {
    pool = await startTestPool({ limits: { withdrawnSeconds: 0 } });
    const miner = await mine(true);
    pool.extranonces.retire();
    await until(() => miner.isClosed);
    expect(pool.extranonces.taken).toBe(0);
  });
});
