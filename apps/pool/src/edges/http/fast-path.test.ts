import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { buildTestHttp } from '../../testing/build-test-http.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  /** As text of bytes, so that two are compared at a glance. */
  readonly body: string;
}

/** What differs between any two answers. */
const passing = new Set(['date', 'connection', 'keep-alive', 'x-ratelimit-remaining', 'x-ratelimit-reset']);

describe('the fast path', () => {
  let ctx: TestContext;
  let app: FastifyInstance;
  let agent: Agent;
  let port: number;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
  });
  beforeEach(async () => {
    app = await buildTestHttp(ctx, { limitExempt: [] });
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
    agent = new Agent({ keepAlive: true });
  });
  afterEach(async () => {
    agent.destroy();
    await app.close();
  });
  afterAll(() => ctx.close());

  const call = async (path: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, headers, agent }, resolve).on('error', reject);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return {
      status: response.statusCode,
      headers: lasting(response.headers),
      body: Buffer.concat(chunks).toString('latin1'),
    };
  };
  /** The same call, past the fast path. */
  const slow = async (url: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const { statusCode, headers: own, rawPayload } = await app.inject({ url, headers });
    return { status: statusCode, headers: lasting(own), body: rawPayload.toString('latin1') };
  };
  const lasting = (headers: object) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.has(name)));

  it.each(['/api/v5/pool', '/api/v5/coin', '/api/v5/coin?categories=1', '/api/v5/algorithm'])(
    'answers %s as the server behind it does, to the last header, plain, zipped and unchanged [api-06]',
    async (path) => {
      const plain = await slow(path);
      expect(await call(path)).toEqual(plain);
      const zipped = await call(path, { 'accept-encoding': 'br, gzip' });
      expect(zipped).toEqual(await slow(path, { 'accept-encoding': 'br, gzip' }));
      expect(gunzipSync(Buffer.from(zipped.body, 'latin1')).toString('latin1')).toEqual(plain.body);
      expect(zipped.headers['etag']).not.toBe(plain.headers['etag']);
      const etag = String(plain.headers['etag']);
      for (const known of [etag, `"other", W/${etag}`, '*']) {
        const unchanged = await call(path, { 'if-none-match': known });
        expect(unchanged).toEqual(await slow(path, { 'if-none-match': known }));
        expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
      }
      expect((await call(path, { 'if-none-match': '"other"' })).status).toBe(200);
      for (const name of ['content-security-policy', 'x-content-type-options', 'access-control-allow-origin'])
        expect(plain.headers[name]).toBeTruthy();
    },
  );

  it('counts towards the same 500 calls a minute as everything else, and says when to come back', async () => {
    await call('/api/v5/pool');
    for (let calls = 1; calls < 250; calls += 1) await call('/api/v5/pool');
    for (let calls = 0; calls < 250; calls += 1) await slow('/api/v5/coin/DOGE');
    const refused = await call('/api/v5/pool');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(refused.body)).toMatchObject({ msg: 'Too many requests, please slow down' });
    expect((await slow('/api/v5/coin/DOGE')).status).toBe(429);
  });

  it('leaves everything else to the server', async () => {
    expect((await call('/api/v5/pool?x=1')).status).toBe(200);
    expect((await call('/api/v5/pool/')).status).toBe(200);
    expect((await call('/api/v5/coin?categories=2')).status).toBe(400);
    expect((await call('/api/v5/coins')).status).toBe(404);
  });
});
