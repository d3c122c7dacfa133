import { scryptSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { afterEach, describe, expect, it } from 'vitest';
import { moveMiners } from './move-miners.ts';
import { portRules } from './port-rules.ts';
import { buildTemplate, startTestPool, startTime, type TestPool, until } from './testing/listener-kit.ts';
import { StratumClient } from './testing/stratum-client.ts';

/** Where no other suite listens, so that a port that was closed stays closed. */
const host = '127.0.0.77';

/** The kernel's own table of connections: of Linux alone. */
const table = '/proc/net/tcp';
const noBytes = '00000000:00000000';

/** Local and other address of each connection of a port, and the bytes that were not sent and not read. */
function socketsOf(port: number): readonly (readonly [local: string, other: string, queues: string])[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync(table, 'latin1')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([, local = '', other = '', , queues = '']) => [local, other, queues] as const)
    .filter((addresses) => addresses.some((each) => each.endsWith(end)));
}

/** How many connections have bytes that the process of the port has not read. */
function unreadSockets(port: number): number {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return socketsOf(port).filter(([local, , queues]) => local.endsWith(end) && !queues.endsWith(':00000000'))
    .length;
}

/** Whether both sides have read whatever the other one sent. */
function isAllRead(port: number): boolean {
  return socketsOf(port).every(([, , queues]) => queues === noBytes);
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

  it.skipIf(!existsSync(table))(
    'takes the shares that have arrived before it closes a connection, however busy the process was',
    async () => {
      const pool = await start();
      const clients: StratumClient[] = [];
      for (let count = 0; count < 10; count++)
        clients.push(await StratumClient.open(pool.listener.port, host));
      for (const client of clients) await client.login();
      for (const client of clients)
        client.say('mining.submit', ['DOGE:D1.rig1', '1', '00000000', startTime.toString(16), '00000000'], 9);
      // The shares are in the sockets, and the event loop is kept from them.
      for (const until = performance.now() + 30_000; unreadSockets(pool.listener.port) < clients.length; )
        if (performance.now() > until) throw new Error('the shares did not arrive');
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
    },
  );

  /** A pool whose proofs of work are computed when the test says so. */
  async function startHolding(): Promise<{
    pool: TestPool;
    verified: (() => void)[];
    client: StratumClient;
  }> {
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
    return { pool, verified, client };
  }
  const submitLine = (nonce: number): string =>
    `${JSON.stringify({
      id: 90 + nonce,
      method: 'mining.submit',
      params: ['DOGE:D1.rig1', '1', '00000000', startTime.toString(16), `0000000${nonce}`],
    })}\n`;
  /** Computes one proof after the other: each has its answer before the next, and then the connection is closed. */
  async function expectAnswers(client: StratumClient, verified: readonly (() => void)[]): Promise<void> {
    for (const count of [1, 2, 3]) {
      await until(() => verified.length === count);
      verified[count - 1]?.();
      expect((await client.next()).id).toBe(90 + count);
    }
    await client.closed;
    expect(client.unread).toEqual([]);
  }

  it('closes a connection only after the answers that it waits for, and as soon as it has them', async () => {
    const { pool, verified, client } = await startHolding();
    client.socket.write([1, 2, 3].map(submitLine).join(''));
    await until(() => verified.length === 1);
    const [connection] = pool.listener.connected;
    connection?.letGo();
    expect(connection?.ending).toBe(false);
    await expectAnswers(client, verified);
  });

  it.skipIf(!existsSync(table))(
    'answers what has arrived while it waited for an answer, before it closes a connection',
    async () => {
      const { pool, verified, client } = await startHolding();
      client.socket.write(submitLine(1));
      await until(() => verified.length === 1);
      for (const nonce of [2, 3]) {
        await new Promise((resolve) => client.socket.write(submitLine(nonce), resolve));
        await until(() => isAllRead(pool.listener.port));
      }
      const [connection] = pool.listener.connected;
      connection?.letGo();
      await expectAnswers(client, verified);
    },
  );

  it.skipIf(!existsSync(table))('answers what has arrived on a connection that is throttled', async () => {
    const pool = await start({ gateLimits: { connectionBytes: { perSecond: 0, burst: 1000 } } });
    const client = await StratumClient.open(pool.listener.port, host);
    await client.login();
    client.socket.write(`${submitLine(1).trimEnd().padEnd(1000)}\n`);
    expect((await client.next()).id).toBe(91);
    for (const nonce of [2, 3]) {
      await new Promise((resolve) => client.socket.write(submitLine(nonce), resolve));
      await until(() => isAllRead(pool.listener.port));
    }
    expect(client.unread).toEqual([]);
    const [connection] = pool.listener.connected;
    connection?.letGo();
    await client.closed;
    expect(client.unread.map(({ id }) => id)).toEqual([92, 93]);
  });
});
