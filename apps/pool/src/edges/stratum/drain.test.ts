import { scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { afterEach, describe, expect, it } from 'vitest';
import { moveMiners } from './move-miners.ts';
import { portRules } from './port-rules.ts';
import { buildTemplate, startTestPool, startTime, type TestPool, until } from './testing/listener-kit.ts';
import { StratumClient } from './testing/stratum-client.ts';

/** Where no other suite listens, so that a port that was closed stays closed. */
const host = '127.0.0.77';

/** How many connections of a port have bytes that were not read, by the kernel's own table. */
function unreadSockets(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync('/proc/net/tcp', 'latin1')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address = '', , , queues = '']) => address.endsWith(local) && !queues.endsWith(':00000000'))
    .length;
}

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

  it('takes the shares that have arrived before it closes a connection, however busy the process was', async () => {
    const pool = await start();
    const clients: StratumClient[] = [];
    for (let count = 0; count < 10; count++) clients.push(await StratumClient.open(pool.listener.port, host));
    for (const client of clients) await client.login();
    for (const client of clients)
      client.say('mining.submit', ['DOGE:D1.rig1', '1', '00000000', startTime.toString(16), '00000000'], 9);
    // The shares are in the sockets, and the event loop is kept from them.
    while (unreadSockets(pool.listener.port) < clients.length);
    const moved = await moveMiners([pool.listener], {
      limitMs: 0,
      signal: new AbortController().signal,
      steadyNow: () => 0,
      pause: async () => undefined,
    });
    expect(moved).toEqual({ asked: 10, closed: 10, left: 10 });
    for (const client of clients) {
      const heard = [await client.next(), await client.next()];
      expect(heard.map(({ id, method }) => id ?? method)).toEqual([9, 'client.reconnect']);
      await client.closed;
    }
  });

  it('closes a connection only after the answers that it waits for, and as soon as it has them', async () => {
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
    const submits = [1, 2, 3].map((nonce) =>
      JSON.stringify({
        id: 90 + nonce,
        method: 'mining.submit',
        params: ['DOGE:D1.rig1', '1', '00000000', startTime.toString(16), `0000000${nonce}`],
      }),
    );
    client.socket.write(`${submits.join('\n')}\n`);
    await until(() => verified.length === 1);
    const [connection] = pool.listener.connected;
    connection?.letGo();
    expect(connection?.ending).toBe(false);
    for (const count of [1, 2, 3]) {
      await until(() => verified.length === count);
      verified[count - 1]?.();
      expect((await client.next()).id).toBe(90 + count);
    }
    await client.closed;
    expect(client.unread).toEqual([]);
  });
});
