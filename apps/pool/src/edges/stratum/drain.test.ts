import { scryptSync } from 'node:crypto';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { afterEach, describe, expect, it } from 'vitest';
import { moveMiners } from './move-miners.ts';
import { portRules } from './port-rules.ts';
import { buildTemplate, startTestPool, startTime, type TestPool, until } from './testing/listener-kit.ts';
import { StratumClient } from './testing/stratum-client.ts';

/** Where no other suite listens, so that a port that was closed stays closed. */
const host = '127.0.0.77';

describe('a port that is drained', () => {
  const pools: TestPool[] = [];
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.close();
  });
  async function start(...[options = {}]: Parameters<typeof startTestPool>): Promise<TestPool> {
    const pool = await startTestPool({ host, ...options });
    pools.push(pool);
    return pool;
  }

  it('takes no more connections, and serves those that it has', async () => {
    const pool = await start();
    const client = await StratumClient.open(pool.listener.port, host);
    await client.login();
    expect(pool.listener.isDraining).toBe(false);
    void pool.listener.stopAccepting();
    expect(pool.listener.isDraining).toBe(true);
    await expect(StratumClient.open(pool.listener.port, host)).rejects.toThrow('ECONNREFUSED');
    pool.chain.offer(buildTemplate({ height: 8, previousHash: new Uint8Array(32).fill(8) }));
    expect((await client.next()).params?.[0]).toBe('2');
    const answers = [];
    for (let nonce = 0; nonce < 64; nonce++)
      answers.push((await client.submit({ job: '2', time: startTime, nonce })).result === true);
    const accepted = answers.filter(Boolean).length;
    expect(accepted).toBeGreaterThan(0);
    await pool.accumulator.flush();
    const shares = pool.batches.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.shares, 0);
    expect(shares).toBe(accepted);
  });

  it('asks its miners to connect again, and is done when they have gone', async () => {
    const pool = await start();
    const clients = [
      await StratumClient.open(pool.listener.port, host),
      await StratumClient.open(pool.listener.port, host),
    ];
    for (const client of clients) await client.login();
    const moving = moveMiners([pool.listener], {
      limitMs: 600_000,
      signal: new AbortController().signal,
      // No time passes: they are asked, and never closed.
      steadyNow: () => 0,
      pause: () =>
        new Promise((resolve) => {
          setTimeout(resolve, 5);
        }),
    });
    for (const client of clients) {
      expect(await client.next()).toEqual({ id: null, method: 'client.reconnect', params: [] });
      await client.close();
    }
    expect(await moving).toEqual({ asked: 2, closed: 0, left: 0 });
    expect(pool.extranonces.taken).toBe(0);
  });

  it('closes a connection only after the answer that it waits for', async () => {
    const verified: (() => void)[] = [];
    const pool = await start({
      rules: portRules(difficultyScale(0xffffn << 224n), 2n),
      verifier: {
        verify: (header) =>
          new Promise((resolve) => {
            const bytes = header as Uint8Array;
            verified.push(() => resolve(scryptSync(bytes, bytes, 32, { N: 1024, r: 1, p: 1 })));
          }),
        waiting: () => 0,
      },
    });
    const client = await StratumClient.open(pool.listener.port, host);
    await client.login();
    client.say('mining.submit', ['DOGE:D1.rig1', '1', '00000000', startTime.toString(16), '00000000'], 9);
    await until(() => verified.length === 1);
    const [connection] = pool.listener.connected;
    expect(connection?.letGo()).toBe(false);
    expect(connection?.ending).toBe(false);
    verified[0]?.();
    expect((await client.next()).id).toBe(9);
    await until(() => connection?.letGo() === true);
    await client.closed;
    expect(client.unread).toEqual([]);
  });
});
