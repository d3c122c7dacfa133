import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { ownSite } from './own-site.ts';
import { addressList } from './plugins/address-list.ts';
import { buildTestHttp } from '../../testing/build-test-http.ts';

const isProxy = addressList(['10.0.0.1']);
const asked = (headers: Record<string, string>, remoteAddress = '203.0.113.7') =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;

describe('the site of this deployment', () => {
  const site = ownSite({ publicUrl: 'https://pool.example', host: 'mine.example', isProxy });

  it.each([
    'pool.example',
    'POOL.example:8443',
    'mine.example:8080',
    'api.pool.example',
    'localhost:8080',
    '192.168.1.5:8080',
    '[2001:db8::1]:8080',
  ])('goes by %s', (host) => {
    expect(site.foreign(asked({ host }))).toBeUndefined();
  });

  it.each(['evil.example', 'evil.example:8080', 'pool.example.evil.example', '', 'a b', '[evil]', 'x:y:z'])(
    'does not go by %j, also where the origin agrees with it',
    (host) => {
      expect(site.foreign(asked({ host, origin: `http://${host}` }))).toBe('foreign-host');
    },
  );

  it('is the same to a page only under the same name, port and scheme', () => {
    const of = (origin: string, host: string, more: Record<string, string> = {}, address?: string) =>
      site.foreign(asked({ origin, host, ...more }, address));
    expect(of('https://pool.example', 'pool.example')).toBeUndefined();
    expect(of('http://pool.example', 'pool.example')).toBe('foreign-origin');
    expect(of('https://elsewhere.example', 'pool.example')).toBe('foreign-origin');
    expect(of('null', 'pool.example')).toBe('foreign-origin');
    expect(of('http://192.168.1.5:8080', '192.168.1.5:8080')).toBeUndefined();
    expect(of('https://192.168.1.5:8080', '192.168.1.5:8080')).toBe('foreign-origin');
    expect(of('http://192.168.1.5:8081', '192.168.1.5:8080')).toBe('foreign-origin');
    // Our proxy says which scheme it was asked by; one that does not is believed either way.
    const proxied = { 'x-forwarded-proto': 'https' };
    expect(of('https://mine.example', 'mine.example', proxied, '10.0.0.1')).toBeUndefined();
    expect(of('http://mine.example', 'mine.example', proxied, '10.0.0.1')).toBe('foreign-origin');
    expect(of('https://mine.example', 'mine.example', {}, '10.0.0.1')).toBeUndefined();
    expect(of('https://mine.example', 'mine.example', proxied)).toBe('foreign-origin');
  });

  it('believes what a browser says of where a request comes from', () => {
    const host = 'pool.example';
    expect(site.foreign(asked({ host, 'sec-fetch-site': 'same-origin' }))).toBeUndefined();
    expect(site.foreign(asked({ host, 'sec-fetch-site': 'cross-site' }))).toBe('foreign-origin');
  });
});

describe('DNS rebinding', () => {
  let ctx: TestContext;
  let app: FastifyInstance;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    app = await buildTestHttp(ctx);
  });
  afterAll(async () => {
    await app.close();
    await ctx.close();
  });
  const rebound = { host: 'evil.example:18110', origin: 'http://evil.example:18110' };

  it('changes nothing', async () => {
    const post = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/api/v5/address/nonsense/code?coin=DOGE', headers });
    const refused = await post(rebound);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      success: false,
      msg: expect.stringContaining('OPENLODE_PUBLIC_URL'),
    });
    expect((await post({ host: 'evil.example:18110' })).statusCode).toBe(403);
    expect((await post({ host: 'pool.example', origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await post({ host: 'pool.example', origin: 'http://pool.example' })).statusCode).toBe(404);
  });

  it('opens no WebSocket', () => {
    const kind = (headers: Record<string, string>) =>
      app.judgeUpgrade({ headers, socket: { remoteAddress: '203.0.113.7' } } as unknown as IncomingMessage)
        .kind;
    expect(kind(rebound)).toBe('refused');
    expect(kind({ host: 'pool.example', origin: 'http://pool.example' })).toBe('admitted');
    expect(kind({ host: 'pool.example' })).toBe('admitted');
  });

  it('reads what everybody may read, under any name', async () => {
    expect((await app.inject({ url: '/api/v5/coin', headers: rebound })).statusCode).toBe(200);
  });
});
