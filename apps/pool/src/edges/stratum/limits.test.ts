import { connect as connectTls } from 'node:tls';
import { connect } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ListenerLimits } from './listener-limits.ts';
import { createMinerConnections } from './miner-connections.ts';
import { readTurnMs } from './read-queue.ts';
import type { GateLimits } from './gate-limits.ts';
import {
  anyDoge,
  silentLog,
  startTestPool,
  startTime,
  type TestPool,
  until,
} from './testing/listener-kit.ts';
import { type PoolLine, StratumClient } from './testing/stratum-client.ts';
import { openTlsContext, type TlsContext } from './tls-context.ts';

const pools: TestPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});
async function start(...options: Parameters<typeof startTestPool>): Promise<TestPool> {
  const pool = await startTestPool(...options);
  pools.push(pool);
  return pool;
}

/** No limits of a client address but the usual ones. */
const strict = { gateLimits: {} };
const doge = { coin: 'DOGE', address: 'D1', memo: null };
const evicted = 'Too many connections without an accepted share: this one made room for another';
const banned = /^Banned until 2026-11-20T11:08:36Z: /;

/** A pool whose budgets refill when the test says so. */
async function startThrottled(
  gateLimits: Partial<GateLimits>,
  log: Partial<Record<keyof typeof silentLog, (fields: unknown) => void>> = {},
  limits: Partial<ListenerLimits> = {},
): Promise<{ pool: TestPool; tick: (ms: number) => void }> {
  let now = startTime * 1000;
  const pool = await start({
    gateLimits,
    gateClock: { now: () => now },
    limits,
    log: { ...silentLog, ...log },
  });
  return {
    pool,
    tick: (ms) => {
      now += ms;
    },
  };
}

/** A share of a job that is gone, which is no violation, in a line of this length in bytes. */
function paddedShare(id: number, bytes: number): string {
  const digits = ['00000000', startTime.toString(16), '00000000'];
  const line = JSON.stringify({ id, method: 'mining.submit', params: ['DOGE:D1.rig1', '99', ...digits] });
  return `${line.padEnd(bytes - 1)}\n`;
}

/** Waits until a count has stood still for three turns of the queue of readers. */
async function settled(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count();
    await new Promise((resolve) => {
      setTimeout(resolve, 3 * readTurnMs);
    });
  }
}

/** Half of all hashes make a share here. */
async function untilAccepted(client: StratumClient): Promise<void> {
  for (let nonce = 0; ; nonce++) {
    const { result } = await client.submit({ job: '1', time: startTime, nonce });
    if (result === true) return;
  }
}

describe('a source that misbehaves', () => {
  it('is told its ban and its end, then refused before the handshake, and its neighbours are not', async () => {
    const pool = await start(strict);
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    for (let nonce = 0; nonce < 700; nonce++) {
      client.say('mining.submit', ['DOGE:D1.rig1', '1', '00000000', 'ffffffff', 'ffffffff']);
    }
    await client.closed;
    const reported = client.unread.findLast((line) => line.method === 'client.show_message');
    expect(reported?.params?.[0]).toMatch(banned);
    expect(client.unread.at(-1)).toEqual({
      id: null,
      result: null,
      error: [24, reported?.params?.[0], null],
    });
    const again = await StratumClient.open(pool.listener.port);
    expect((await again.next()).params?.[0]).toBe(reported?.params?.[0]);
    await again.closed;
  });

  it('hears that it is too fast before it is banned for that', async () => {
    const pool = await start(strict);
    const client = await StratumClient.open(pool.listener.port);
    for (let id = 0; id < 25; id++) client.say('mining.extranonce.subscribe', [], id);
    const answers = [];
    for (let id = 0; id < 25; id++) answers.push((await client.next()).error?.[1] ?? 'fine');
    expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'fine'));
    expect(answers.slice(20)).toEqual(
      Array.from({ length: 5 }, () => 'Too many messages a second, slow down'),
    );
    // Logins and shares have budgets of their own.
    client.say('mining.authorize', ['DOGE:D1.rig1', 'x']);
    expect((await client.next()).result).toBe(true);
    client.say('mining.submit', []);
    expect((await client.next()).error?.[0]).toBe(25);
  });
});

describe('bytes and lines', () => {
  it('bans who sends empty lines, which cost as much as other messages', async () => {
    const lines: unknown[] = [];
    const keep = (...words: unknown[]) => lines.push(words);
    const pool = await start({ ...strict, log: { ...silentLog, info: keep, warn: keep } });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    client.socket.write('\n'.repeat(219));
    await until(() => pool.gate.banScore('127.0.0.1') === 1000);
    client.socket.write('\r\n\n');
    await client.closed;
    expect(client.unread.at(-1)?.error?.[1]).toBe(
      'Banned until 2026-11-20T11:08:36Z: too many messages a second',
    );
    expect(lines).toEqual([
      [
        { event: 'source-banned', source: expect.stringMatching(/^[\w-]{12}$/), reason: 'banned' },
        'a source was banned',
      ],
    ]);
  });

  it('reads no faster than the budget of the connection, closes no connection for that, and logs one line', async () => {
    const lines: unknown[] = [];
    const keep = (fields: unknown) => lines.push(fields);
    const connectionBytes = { perSecond: 4000, burst: 4000 };
    const { pool, tick } = await startThrottled({ connectionBytes }, { info: keep, warn: keep });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    await untilAccepted(client);
    const answered = (): number => client.unread.length;
    // 200 kB, of which one read is taken before anything is refilled.
    for (let id = 0; id < 2000; id++) client.socket.write(paddedShare(id, 100));
    await until(() => answered() > 0);
    await settled(answered);
    const atOnce = answered();
    expect(atOnce).toBeLessThan(2000);
    for (let turn = 0; turn < 60 && answered() < 2000; turn++) {
      tick(20_000);
      await settled(answered);
    }
    expect(answered()).toBe(2000);
    expect(client.socket.destroyed).toBe(false);
    expect(lines).toEqual([
      { event: 'connection-throttled', source: expect.stringMatching(/^[\w-]{12}$/), reason: 'byte-flood' },
    ]);
  });

  it('shares the bytes of a source out evenly, and its neighbours do not notice', async () => {
    const { pool, tick } = await startThrottled({ clientBytes: { perSecond: 4000, burst: 4000 } });
    const clients: StratumClient[] = [];
    for (let count = 0; count < 4; count++) clients.push(await StratumClient.open(pool.listener.port));
    for (const client of clients) await client.login();
    for (const client of clients) client.socket.write(paddedShare(0, 3000).repeat(3));
    const answered = (): number => clients.reduce((sum, { unread }) => sum + unread.length, 0);
    const neighbour = await StratumClient.open(pool.listener.port, '127.0.0.1', '127.0.0.2');
    expect((await neighbour.login())[1]?.result).toBe(true);
    for (let second = 0; second < 60 && answered() < 12; second++) {
      tick(3000);
      await settled(answered);
    }
    expect(clients.map(({ unread }) => unread.length)).toEqual([3, 3, 3, 3]);
    expect(pool.listener.connections()).toBe(5);
  });

  it('closes a connection that was throttled for long while no connection of its source mined', async () => {
    const { pool } = await startThrottled(
      { connectionBytes: { perSecond: 0, burst: 4000 } },
      {},
      { throttledSeconds: 1 },
    );
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    client.socket.write('x'.repeat(4000));
    await client.closed;
    expect(client.unread.at(-1)?.error?.[1]).toBe('Too many bytes a second');
    expect(pool.gate.banScore('127.0.0.1')).toBe(100);
  });

  it('closes who does not come to the end of a line', async () => {
    const pool = await start({ ...strict, limits: { lineSeconds: 0 } });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    client.socket.write('{"id":');
    await client.closed;
  });
});

describe('a machine that is too large for its first difficulty', () => {
  const narrow = {
    submit: { perSecond: 0, burst: 20 },
    login: { perSecond: 5, burst: 100 },
    other: { perSecond: 5, burst: 20 },
  };
  async function flood(pool: TestPool, first: number): Promise<StratumClient> {
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    for (let nonce = first; nonce < first + 400; nonce++) {
      const digits = nonce.toString(16).padStart(8, '0');
      client.say('mining.submit', ['DOGE:D1.rig1', '1', '00000000', startTime.toString(16), digits], nonce);
    }
    return client;
  }
  const refusals = (client: StratumClient) =>
    client.unread.filter(({ error }) => error?.[1] === 'Too many messages a second, slow down').length;

  it('is told to slow down and keeps its connection until vardiff has caught up', async () => {
    const pool = await start({ gateLimits: { rates: narrow } });
    const client = await flood(pool, 0);
    await until(() => client.unread.length === 400);
    expect(refusals(client)).toBe(380);
    expect(pool.results).toContain('accepted');
    expect(pool.listener.connections()).toBe(1);
  });

  it('is neither closed nor banned for its bytes while the source mines', async () => {
    const { pool } = await startThrottled(
      { connectionBytes: { perSecond: 0, burst: 4000 } },
      {},
      { throttledSeconds: 0 },
    );
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    await untilAccepted(client);
    client.socket.write('x'.repeat(4000));
    await new Promise((resolve) => {
      setTimeout(resolve, 2500);
    });
    expect(client.socket.destroyed).toBe(false);
    expect(pool.gate.banScore('127.0.0.1')).toBeLessThan(50);
  });

  it('is banned like any other when it goes on after that, or never had a share', async () => {
    const late = await start({ gateLimits: { rates: narrow }, limits: { settleSeconds: 0 } });
    const client = await flood(late, 0);
    await client.closed;
    expect(client.unread.at(-1)?.error?.[1]).toMatch(banned);
    const limited = await start({ gateLimits: { rates: narrow } });
    const stranger = await StratumClient.open(limited.listener.port);
    await stranger.login();
    for (let count = 0; count < 400; count++)
      stranger.say('mining.submit', ['DOGE:D1.rig1', 'old', '0', '0', '0']);
    await stranger.closed;
    expect(stranger.unread.at(-1)?.error?.[1]).toMatch(banned);
  });
});

describe('a farm that comes back at once', () => {
  it('is not banned for its logins, however many are refused', async () => {
    const rates = {
      submit: { perSecond: 250, burst: 5000 },
      login: { perSecond: 0, burst: 2 },
      other: { perSecond: 5, burst: 20 },
    };
    const pool = await start({ gateLimits: { rates } });
    const rigs = await Promise.all(Array.from({ length: 12 }, () => StratumClient.open(pool.listener.port)));
    for (const rig of rigs) rig.say('mining.authorize', ['DOGE:D1.rig1', 'x']);
    const refused = () => rigs.filter(({ socket }) => socket.destroyed);
    await until(() => refused().length === 10 && pool.listener.connections() === 2);
    expect(pool.gate.banScore('127.0.0.1')).toBe(0);
    expect(refused().map(({ unread }) => unread.at(-1)?.error?.[1])).toEqual(
      Array.from({ length: 10 }, () => 'Too many messages a second, slow down'),
    );
  });

  it('keeps the connection of a proxy with 1,000 workers, takes 64 and says so to the others', async () => {
    const pool = await start(strict);
    const proxy = await StratumClient.open(pool.listener.port);
    await proxy.login();
    for (let rig = 2; rig <= 1000; rig++) proxy.say('mining.authorize', [`DOGE:D1.rig${rig}`, 'x'], rig);
    await until(() => proxy.unread.length === 999);
    expect(proxy.unread.filter(({ result }) => result === true)).toHaveLength(63);
    expect(proxy.unread.at(-1)).toEqual({
      id: 1000,
      result: null,
      error: [20, 'More than 64 workers on one connection: open another one', null],
    });
    // Many programs go on for a worker whose login was refused.
    for (let nonce = 0; nonce < 500; nonce++)
      proxy.say('mining.submit', ['DOGE:D1.rig900', '1', '0', '0', '0'], nonce);
    await until(() => proxy.unread.length === 1499);
    expect(proxy.unread.at(-1)?.error?.[1]).toBe('Unauthorized worker');
    expect(pool.gate.banScore('127.0.0.1')).toBe(0);
    // The logins that were refused are taken from no other machine of the farm.
    const rigs = await Promise.all(Array.from({ length: 20 }, () => StratumClient.open(pool.listener.port)));
    for (const rig of rigs) expect((await rig.login())[1]?.result).toBe(true);
    expect(proxy.socket.destroyed).toBe(false);
  });

  it('bans for logins without end', async () => {
    const pool = await start(strict);
    const proxy = await StratumClient.open(pool.listener.port);
    await proxy.login();
    for (let rig = 2; rig <= 4400; rig++) proxy.say('mining.authorize', [`DOGE:D1.rig${rig}`, 'x'], rig);
    await proxy.closed;
    expect(proxy.unread.at(-1)?.error?.[1]).toMatch(banned);
  });

  it('takes logins beyond the budget on a mining connection for other messages', async () => {
    const rates = {
      submit: { perSecond: 250, burst: 5000 },
      login: { perSecond: 0, burst: 1 },
      other: { perSecond: 0, burst: 20 },
    };
    const pool = await start({ gateLimits: { rates } });
    const proxy = await StratumClient.open(pool.listener.port);
    await proxy.login();
    for (let worker = 0; worker < 19; worker++) proxy.say('mining.authorize', [`DOGE:D1.rig${worker}`, 'x']);
    await until(() => proxy.unread.length >= 19);
    expect(pool.gate.banScore('127.0.0.1')).toBe(0);
    for (let worker = 0; worker < 250; worker++) proxy.say('mining.authorize', [`DOGE:D1.rig${worker}`, 'x']);
    await proxy.closed;
    expect(proxy.unread.at(-1)?.error?.[1]).toMatch(banned);
  });
});

describe('a source with too many connections', () => {
  it('is told so before it is closed, where that costs no handshake', async () => {
    const pool = await start({ gateLimits: { connectionsPerClientMax: 1 } });
    const first = await StratumClient.open(pool.listener.port);
    await first.login();
    await untilAccepted(first);
    const second = await StratumClient.open(pool.listener.port);
    expect((await second.next()).params).toEqual(['Too many connections from your network: use a proxy']);
    await second.closed;
    await until(() => pool.listener.connections() === 1);
  });

  it('loses its oldest connection without an accepted share to a new one', async () => {
    const pool = await start({ gateLimits: { connectionsPerClientMax: 2 } });
    const mining = await StratumClient.open(pool.listener.port);
    await mining.login();
    await untilAccepted(mining);
    const idle = await StratumClient.open(pool.listener.port);
    await idle.login();
    const next = await StratumClient.open(pool.listener.port);
    expect((await next.login())[1]?.result).toBe(true);
    await idle.closed;
    expect(idle.unread.at(-1)?.error?.[1]).toBe(evicted);
    await until(() => pool.listener.connections() === 2);
    expect(mining.socket.destroyed).toBe(false);
  });

  it('that connects over and over is let in again when its budget has refilled', async () => {
    const pool = await start({ gateLimits: { connectRate: { perSecond: 0, burst: 2 } } });
    for (let count = 0; count < 2; count++) await (await StratumClient.open(pool.listener.port)).close();
    const third = await StratumClient.open(pool.listener.port);
    await third.closed;
    expect(third.unread).toEqual([]);
    const neighbour = await StratumClient.open(pool.listener.port, '127.0.0.1', '127.0.0.2');
    expect((await neighbour.login())[1]?.result).toBe(true);
  });
});

describe('a stranger who connects under the name of a miner', () => {
  const max = 3;
  const limits = { connectionsPerMinerMax: max };
  const refusal = `More than ${max} connections of one account: use a proxy`;

  async function mine(port: number, host: string): Promise<StratumClient> {
    const client = await StratumClient.open(port, '127.0.0.1', host);
    const refused = client.closed.then(() => {
      throw new Error('the miner was closed');
    });
    expect((await Promise.race([client.login(), refused]))[1]?.result).toBe(true);
    await untilAccepted(client);
    refused.catch(() => undefined);
    return client;
  }

  it('locks the miner out neither with idle connections nor with mining ones, and gets it no ban', async () => {
    const pool = await start({ ...strict, limits });
    const idle = [];
    for (let count = 0; count < 90; count++) {
      const client = await StratumClient.open(pool.listener.port, '127.0.0.1', '127.0.0.66');
      client.say('mining.authorize', ['DOGE:D1.rig1', 'x']);
      idle.push(client);
    }
    for (let count = 0; count < max; count++) await mine(pool.listener.port, '127.0.0.66');
    const rig = await mine(pool.listener.port, '127.0.0.5');
    expect(pool.results.filter((result) => result === 'accepted')).toHaveLength(max + 1);
    // The stranger's own connections made room for each other: as many as one client address may have of one miner.
    await until(() => pool.listener.connections() === max + 1);
    expect(rig.socket.destroyed).toBe(false);
  });

  it('brings about refusals that are no violation of the miner, however often it tries again', async () => {
    const pool = await start({ ...strict, limits });
    for (let count = 0; count < max; count++) await mine(pool.listener.port, '127.0.0.5');
    for (let tries = 0; tries < 90; tries++) {
      const late = await StratumClient.open(pool.listener.port, '127.0.0.1', '127.0.0.5');
      late.say('mining.authorize', ['DOGE:D1.rig1', 'x']);
      expect((await late.next()).params).toEqual([refusal]);
      await late.closed;
    }
    // A share or two that were too light, and 90 refusals that cost nothing.
    expect(pool.gate.banScore('127.0.0.5')).toBeLessThan(50);
  });
});

describe('a miner', () => {
  it('has 100 connections that mine on a port and may have more where proxies go [rule-07]', async () => {
    const minerConnections = createMinerConnections();
    const pool = await start({
      ...strict,
      minerConnections,
      proxyPort: 3436,
      limits: { connectionsPerMinerMax: 3 },
    });
    const proxies = await start({ ...strict, minerConnections, forProxies: true });
    const clients = [];
    for (let count = 0; count < 3; count++) {
      const client = await StratumClient.open(pool.listener.port);
      expect((await client.login())[1]?.result).toBe(true);
      await untilAccepted(client);
      clients.push(client);
    }
    const fourth = await StratumClient.open(pool.listener.port);
    fourth.say('mining.authorize', ['DOGE:D1.rig1', 'x']);
    expect((await fourth.next()).params).toEqual([
      'More than 3 connections of one account: use a proxy (port 3436)',
    ]);
    expect((await fourth.next()).error?.[0]).toBe(24);
    await fourth.closed;
    const proxy = await StratumClient.open(proxies.listener.port);
    expect((await proxy.login())[1]?.result).toBe(true);
    await proxy.close();
    await clients[0]?.close();
    await until(() => pool.listener.connections() === 2 && proxies.listener.connections() === 0);
    expect((await (await StratumClient.open(pool.listener.port)).login())[1]?.result).toBe(true);
  });

  it('counts its connections and not its workers [rule-07]', async () => {
    const minerConnections = createMinerConnections();
    const pool = await start({ ...strict, minerConnections, limits: { connectionsPerMinerMax: 2 } });
    const farm = await StratumClient.open(pool.listener.port);
    await farm.login();
    for (const worker of ['rig2', 'rig3']) {
      farm.say('mining.authorize', [`DOGE:D1.${worker}`, 'x']);
      expect((await farm.next()).result).toBe(true);
    }
    await untilAccepted(farm);
    const second = await StratumClient.open(pool.listener.port);
    expect((await second.login())[1]?.result).toBe(true);
    await untilAccepted(second);
    expect(minerConnections.proven(doge, '127.0.0.1')).toBe(2);
    const third = await StratumClient.open(pool.listener.port);
    third.say('mining.authorize', ['DOGE:D1.rig1', 'x']);
    expect((await third.next()).params).toEqual(['More than 2 connections of one account: use a proxy']);
    // Who is counted already may bring more workers.
    farm.say('mining.authorize', ['DOGE:D1.rig4', 'x']);
    expect((await farm.next()).result).toBe(true);
    await farm.close();
    await second.close();
    await until(() => pool.listener.connections() === 0);
    expect(minerConnections.size).toBe(0);
  });

  it('does not count who was closed while its login was looked up, and takes no number back twice', async () => {
    const minerConnections = createMinerConnections();
    let found = (): void => undefined;
    const pool = await start({
      ...strict,
      minerConnections,
      limits: { loginSeconds: 0 },
      prepareLogin: (text) =>
        text.startsWith('K-')
          ? new Promise<void>((resolve) => {
              found = resolve;
            })
          : undefined,
      login: () => anyDoge('DOGE:D1.rig1'),
    });
    const gone = await StratumClient.open(pool.listener.port);
    gone.say('mining.authorize', ['K-ABCDEFGHIJKLMNOP2345.rig1', 'x'], 1);
    gone.say('mining.subscribe', ['test', 'f0000002'], 2);
    await gone.closed;
    await until(() => pool.extranonces.taken === 0);
    found();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(minerConnections.size).toBe(0);
    expect(pool.extranonces.taken).toBe(0);
  });

  it('whose Mining Key cannot be looked up is told so, and how to log in meanwhile', async () => {
    const pool = await start({
      ...strict,
      prepareLogin: () => Promise.reject(new Error('the database is away')),
    });
    const client = await StratumClient.open(pool.listener.port);
    client.say('mining.authorize', ['K-ABCDEFGHIJKLMNOP2345.rig1', 'x'], 7);
    const text = 'Mining keys cannot be looked up right now: try again later, or use COIN:ADDRESS.WORKER';
    expect((await client.next()).params).toEqual([text]);
    expect(await client.next()).toEqual({ id: 7, result: null, error: [24, text, null] });
    await client.closed;
  });

  it('that is restricted is refused with the reason [rule-07]', async () => {
    const pool = await start({ ...strict, restricted: ({ address }) => address === 'D1' });
    const client = await StratumClient.open(pool.listener.port);
    client.say('mining.authorize', ['DOGE:D1.rig1', 'x']);
    expect((await client.next()).params).toEqual([
      'This address is restricted on this pool: ask its operator',
    ]);
    expect((await client.next()).error?.[0]).toBe(24);
    await client.closed;
    expect(pool.gate.banScore('127.0.0.1')).toBe(0);
  });
});

function sessionOf(line: PoolLine | undefined): unknown {
  return Array.isArray(line?.result) ? line.result[1] : undefined;
}

describe('a session that comes back', () => {
  it('gets the number that it had, while no other session has it', async () => {
    const pool = await start();
    const first = await StratumClient.open(pool.listener.port);
    const [subscribed] = await first.login();
    const session = sessionOf(subscribed);
    const thief = await StratumClient.open(pool.listener.port);
    thief.say('mining.subscribe', ['test', session]);
    expect(sessionOf(await thief.next())).not.toBe(session);
    await first.close();
    await until(() => pool.listener.connections() === 1);
    const back = await StratumClient.open(pool.listener.port);
    back.say('mining.subscribe', ['test', session]);
    expect(sessionOf(await back.next())).toBe(session);
    await back.close();
    await thief.close();
    await until(() => pool.extranonces.taken === 0);
  });

  it('is closed with the reason when it never had a share', async () => {
    const pool = await start({ ...strict, limits: { firstShareSeconds: 0 } });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    expect((await client.next()).params).toEqual([
      'No accepted share since you connected: check the algorithm and the difficulty',
    ]);
    await client.closed;
    expect(pool.gate.banScore('127.0.0.1')).toBe(5);
  });
});

describe('a TLS port', () => {
  let directory: string;
  let tls: TlsContext;
  let certificate: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-tls-'));
    tls = await openTlsContext(join(directory, 'tls.pem'), { miners: ['localhost'] }, { now: Date.now });
    certificate = readFileSync(join(directory, 'tls.pem'), 'utf8');
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('speaks stratum to miners that know its certificate [rule-09]', async () => {
    const pool = await start({ tls });
    const client = await StratumClient.openTls(pool.listener.port, certificate);
    const lines = await client.login();
    expect(lines[1]).toEqual({ id: 2, result: true, error: null });
    expect((await client.submit({ job: '1', time: startTime, nonce: 1 })).id).toBe(4);
    await client.close();
    await until(() => pool.listener.connections() === 0 && pool.extranonces.taken === 0);
    const plain = await start();
    expect((await (await StratumClient.open(plain.listener.port)).login())[1]?.result).toBe(true);
  });

  it('refuses TLS 1.1', async () => {
    const pool = await start({ tls });
    const old = connectTls({
      port: pool.listener.port,
      host: '127.0.0.1',
      ca: certificate,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const failed = await new Promise((resolve) => {
      old.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      old.on('secureConnect', () => resolve('secure'));
    });
    expect(failed).not.toBe('secure');
    old.destroy();
  });

  it('limits the time of the handshake, and closes with handshakes under way', async () => {
    const pool = await start({ tls, limits: { handshakeSeconds: 0.1 } });
    const dawdler = await StratumClient.open(pool.listener.port);
    await dawdler.closed;
    const late = await start({ tls });
    const other = await StratumClient.open(late.listener.port);
    await late.listener.close();
    await other.closed;
  });

  it('refuses a source at its connection limit before any handshake', async () => {
    const pool = await start({ tls, gateLimits: { connectionsPerClientMax: 1 } });
    const first = await StratumClient.openTls(pool.listener.port, certificate);
    await first.login();
    await untilAccepted(first);
    const heard: Buffer[] = [];
    const refused = connect(pool.listener.port, '127.0.0.1');
    refused.on('data', (chunk: Buffer) => heard.push(chunk));
    refused.on('error', () => {});
    await new Promise((resolve) => {
      refused.on('close', resolve);
    });
    expect(heard).toEqual([]);
    await first.close();
    await until(() => pool.listener.connections() === 0);
    const next = await StratumClient.openTls(pool.listener.port, certificate);
    expect(await next.login()).toHaveLength(4);
  });
});
