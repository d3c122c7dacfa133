import { randomBytes } from 'node:crypto';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../testing/free-port.ts';
import { HaproxyServer, hasHaproxy } from '../testing/haproxy-server.ts';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';

const user = 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';

/** A connection through the balancer that the pool has answered, or `refused` with what it said. */
function subscribe(port: number, localAddress: string): Promise<Socket | string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HaproxyServer.address, localAddress });
    let heard = '';
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
    socket.on('data', (text) => {
      heard += String(text);
      if (heard.includes('"id":7')) resolve(socket);
    });
    socket.write('{"id":7,"method":"mining.subscribe","params":[]}\n');
  });
}

describe.skipIf(!hasHaproxy)('a pool behind the HAProxy of deploy/', { timeout: 240_000 }, () => {
  let pool: PoolProcess;
  let balancer: HaproxyServer;
  let port: number;
  beforeAll(async () => {
    pool = await PoolProcess.start({
      env: { OPENLODE_STRATUM_PROXIES: '127.0.0.1', OPENLODE_LIMIT_EXEMPT: '' },
    });
    port = pool.stratumPort('sha256');
    balancer = await HaproxyServer.start(port, port + 1000);
  });
  afterAll(async () => {
    await balancer.close();
    await pool.close();
  });

  it.each([
    ['in the clear', 0, undefined],
    ['through TLS', 1000, 'any'],
  ])('takes shares %s', async (_, above, ca) => {
    const miner = await HashingMiner.start({
      host: HaproxyServer.address,
      port: port + above,
      user: `${user}.rig${above}`,
      hashesPerSecondMax: 400_000,
      ...(ca === undefined ? {} : { ca }),
    });
    await miner.whenAcked(2);
    await miner.stop();
    // A job may have changed on the way of a share.
    expect(miner.rejected.filter(({ code }) => code !== 21)).toEqual([]);
  });

  it('limits connections by the addresses of miners', async () => {
    const openFrom = async (address: string, count: number) => {
      const answers: (Socket | string)[] = [];
      for (let index = 0; index < count; index += 1) answers.push(await subscribe(port, address));
      return answers.filter((answer) => typeof answer !== 'string');
    };
    const left = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length;
    // More than one client address may have, of three.
    const three: Socket[] = [];
    for (const address of ['127.0.0.5', '127.0.1.6', '127.0.2.7'])
      three.push(...(await openFrom(address, 100)));
    expect(left(three)).toBe(300);
    const one = await openFrom('127.0.3.8', 300);
    await expect.poll(() => left(one)).toBeLessThanOrEqual(256);
    expect(left(one)).toBeGreaterThan(200);
    for (const socket of [...three, ...one]) socket.destroy();
  });

  it('refuses a miner that comes around the balancer with a header of its own', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' });
      let heard = '';
      socket.on('error', () => {});
      socket.on('data', (text) => (heard += String(text)));
      socket.on('close', () => resolve(heard));
      socket.write(
        'PROXY TCP4 127.0.0.5 127.0.0.1 4000 3333\r\n{"id":7,"method":"mining.subscribe","params":[]}\n',
      );
    });
    expect(answer).not.toContain('"id":7');
  });
});

describe.skipIf(!hasHaproxy)('a site behind the HAProxy of deploy/', { timeout: 240_000 }, () => {
  let pool: PoolProcess;
  let balancer: HaproxyServer;
  let port: number;
  beforeAll(async () => {
    pool = await PoolProcess.start({
      env: {
        OPENLODE_HTTP_BALANCERS: '127.0.0.1',
        OPENLODE_LIMIT_EXEMPT: '',
        OPENLODE_PUBLIC_URL: 'https://pool.example',
      },
    });
    const first = await freePorts(2);
    port = first;
    const pem = join(pool.dataDirectory, 'stratum-tls.pem');
    // Of two processes of `web` one is not there.
    balancer = await HaproxyServer.startSite({ port, pem, webs: [pool.httpPort, first + 1] });
  });
  afterAll(async () => {
    await balancer?.close();
    await pool?.close();
  });

  function ask(path: string, from: string, headers: Readonly<Record<string, string>> = {}) {
    return new Promise<{ readonly status: number; readonly left: number; readonly body: string }>(
      (resolve, reject) => {
        const asked = request({
          host: HaproxyServer.address,
          port,
          path,
          localAddress: from,
          rejectUnauthorized: false,
          agent: false,
          headers: { host: 'pool.example', ...headers },
        });
        asked.once('error', reject);
        asked.once('upgrade', (answer, socket) => {
          socket.destroy();
          resolve({ status: answer.statusCode ?? 0, left: 0, body: '' });
        });
        asked.once('response', (answer) => {
          let body = '';
          answer.on('data', (text) => (body += String(text)));
          answer.once('end', () => {
            const left = Number(answer.headers['x-ratelimit-remaining']);
            resolve({ status: answer.statusCode ?? 0, left, body });
          });
        });
        asked.end();
      },
    );
  }

  it('answers pages, and opens the live channel for those of the site alone', async () => {
    const page = await ask('/', '127.0.0.5');
    expect(page.status).toBe(200);
    expect(page.body).toContain('<div id="root"');
    const upgrade = (origin: string) =>
      ask('/socket.io/?EIO=4&transport=websocket', '127.0.0.5', {
        origin,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      });
    expect((await upgrade('https://pool.example')).status).toBe(101);
    expect((await upgrade('https://evil.example')).status).toBe(403);
  });

  it('counts calls by the addresses of visitors, whatever they claim', async () => {
    const { left } = await ask('/api/v4/notice', '127.0.0.6');
    const claimed = await ask('/api/v4/notice', '127.0.0.6', { 'x-forwarded-for': '203.0.113.9' });
    expect(claimed.left).toBe(left - 1);
    expect((await ask('/api/v4/notice', '127.0.0.7')).left).toBe(left);
  });
});
