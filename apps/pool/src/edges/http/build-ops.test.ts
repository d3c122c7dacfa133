import { once } from 'node:events';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HealthResponse } from '@openlode/contracts/http/health';
import { Value } from 'typebox/value';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NotReady } from '../../domain/kernel/not-ready.ts';
import { buildOps, type OpsOptions } from './build-ops.ts';

const build = ({ metrics, ...health }: Partial<OpsOptions['health'] & Pick<OpsOptions, 'metrics'>> = {}) =>
  buildOps({
    host: 'pool.example',
    health: {
      version: '9.9.9',
      checks: [{ name: 'database', run: async () => undefined }],
      problems: () => [],
      suspended: async () => [],
      ...health,
    },
    metrics: metrics ?? (async () => 'openlode_shares_total 1\n'),
    log: undefined,
  });

describe('the listener of the operator', () => {
  let proxy: Server | undefined;
  afterEach(() => {
    proxy?.close();
    proxy = undefined;
  });

  it('says whether the pool is ready', async () => {
    const well = await build({ suspended: async () => ['payouts: clock-skew'] });
    const answer = await well.inject({ url: '/health' });
    // Miners go on although payouts wait.
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ ready: true, suspended: ['payouts: clock-skew'] });
    expect([...Value.Errors(HealthResponse, answer.json())]).toEqual([]);
    await well.close();
    const ill = await build({
      checks: [
        { name: 'database', run: async () => undefined },
        { name: 'sha256', run: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1')) },
        { name: 'disk', run: () => Promise.reject(new NotReady('the disk is full')) },
      ],
      problems: () => ['payouts: clock-skew'],
      suspended: () => Promise.reject(new Error('the database is away')),
    });
    const refusal = await ill.inject({ url: '/health' });
    expect(refusal.statusCode).toBe(503);
    expect(refusal.json()).toMatchObject({
      ready: false,
      // Of a fault only what is meant to be read is said.
      checks: [
        { name: 'database', ready: true, problem: null },
        { name: 'sha256', ready: false, problem: null },
        { name: 'disk', ready: false, problem: 'the disk is full' },
      ],
      suspended: ['payouts: clock-skew', 'payouts: not known, because the database does not answer'],
    });
    await ill.close();
  });

  it('asks the database once a second, however often it is asked', async () => {
    const run = vi.fn(async () => undefined);
    const metrics = vi.fn(async () => 'openlode_shares_total 1\n');
    const app = await build({ checks: [{ name: 'database', run }], metrics });
    for (let call = 0; call < 20; call += 1)
      await Promise.all([app.inject({ url: '/health' }), app.inject({ url: '/metrics' })]);
    // Twenty calls may last longer than a second on a busy machine, but never twenty.
    expect(run.mock.calls.length).toBeLessThan(20);
    expect(metrics.mock.calls.length).toBeLessThan(20);
    await app.close();
  });

  it.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '203.0.113.9'],
    ['forwarded', 'for=203.0.113.9'],
    ['via', '1.1 proxy'],
  ])('refuses what came through a proxy and says %s', async (name, value) => {
    const app = await build();
    for (const url of ['/health', '/metrics']) {
      const { statusCode, body } = await app.inject({ url, headers: { [name]: value } });
      expect(statusCode).toBe(403);
      expect(body).not.toContain('openlode_shares_total');
    }
    await app.close();
  });

  it('is not read by a web page that has its own name point to this machine', async () => {
    const app = await build();
    const ask = async (host: string) => (await app.inject({ url: '/metrics', headers: { host } })).statusCode;
    expect(await ask('evil.example:8081')).toBe(403);
    expect([await ask('127.0.0.1:8081'), await ask('[::1]:8081'), await ask('localhost:8081')]).toEqual([
      200, 200, 200,
    ]);
    expect(await ask('pool.example:8081')).toBe(200);
    await app.close();
  });

  it('answers nothing through a proxy as docs/operating.md sets one up, and everything without', async () => {
    const app = await build();
    const direct = await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    proxy = createServer((incoming, outgoing) => {
      const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
      forward({ host: '127.0.0.1', port, path: incoming.url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0);
        answer.pipe(outgoing);
      }).end();
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const through = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    expect((await fetch(`${through}/metrics`)).status).toBe(403);
    expect((await fetch(`${through}/health`)).status).toBe(403);
    expect(await (await fetch(`${direct}/metrics`)).text()).toBe('openlode_shares_total 1\n');
    await app.close();
  });
});
