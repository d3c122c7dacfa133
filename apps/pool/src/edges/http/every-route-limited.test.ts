import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { buildTestHttp } from '../../testing/build-test-http.ts';

describe('the limit of calls', () => {
  let ctx: TestContext;
  let app: FastifyInstance;
  let directory: string;
  // One server for all: what is counted is counted by address, and each test has some of its own.
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    directory = mkdtempSync(join(tmpdir(), 'openlode-site-'));
    writeFileSync(join(directory, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(directory, 'script-1a2b3c4d.js'), ' '.repeat(200_000));
    app = await buildTestHttp(ctx, {
      limitExempt: [],
      callsPerMinute: 40,
      trustedProxies: ['127.0.0.1'],
      site: {
        directory,
        index: () => '<html>The site</html>',
        scriptHashes: [],
        styleHashes: [],
        algorithms: [],
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await ctx.close();
    rmSync(directory, { recursive: true });
  });
  let network = 0;
  beforeEach(() => {
    network += 1;
  });
  const visitor = (number: number) => `203.0.${network}.${number}`;

  const from = (address: string, url: string) => app.inject({ url, headers: { 'x-forwarded-for': address } });
  const untilRefused = async (url: string): Promise<number> => {
    for (let call = 0; call <= 240; call += 1)
      if ((await from(visitor(7), url)).statusCode === 429) return call;
    return Number.POSITIVE_INFINITY;
  };

  it.each([
    ['a call', '/api/v3/site/version', 40],
    ['a call that does not exist', '/api/v9/nothing', 20],
    ['a page of the site', '/', 20],
    ['a page that is no route', '/nowhere', 20],
    ['a small file of the site', '/icon.svg', 240],
    ['a large file of the site', '/script-1a2b3c4d.js', 60],
    ['a file that does not exist', '/assets/gone-1a2b3c4d.js', 20],
    ['the page of the calls', '/api/docs', 8],
    ['the document of the calls', '/api/docs/json', 8],
    ['what the router cannot read', '/%c0', 20],
    ['a search', '/api/v4/support?search=wallet', 8],
    ['the live channel, asked without a WebSocket', '/socket.io/?EIO=4&transport=polling', 40],
  ])('holds for %s, by its cost', async (_what, url, calls) => {
    expect(await untilRefused(url)).toBe(calls);
    // What one visitor spent is no other's, although both come through one proxy.
    expect((await from(visitor(8), url)).statusCode).not.toBe(429);
  });

  it('leaves scripts to a page that has no calls left, and calls to one that has no files left', async () => {
    for (let file = 0; file < 40; file += 1)
      expect((await from(visitor(7), '/icon.svg')).statusCode).toBe(200);
    expect(await untilRefused('/api/v3/site/version')).toBe(40);
    const file = await from(visitor(7), '/icon.svg');
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({ 'x-ratelimit-limit': '240', 'x-ratelimit-remaining': '199' });
    for (let count = 0; count < 240; count += 1) await from(visitor(8), '/icon.svg');
    expect((await from(visitor(8), '/icon.svg')).statusCode).toBe(429);
    expect((await from(visitor(8), '/')).statusCode).toBe(200);
  });

  it('says in words to who opens a page one too many when it opens by itself', async () => {
    const open = (url: string) =>
      app.inject({ url, headers: { 'x-forwarded-for': visitor(7), accept: 'text/html,*/*;q=0.8' } });
    for (let page = 0; page < 20; page += 1) expect((await open('/coins')).statusCode).toBe(200);
    const page = await open('/coins');
    expect(page.statusCode).toBe(429);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '60',
    });
    expect(page.body).toContain('<meta http-equiv="refresh" content="60">');
    expect(page.body).toContain('This page opens by itself in 60 seconds.');
    expect((await open('/api/v3/site/version')).json()).toMatchObject({ success: false });
  });

  it('is one for the fast path and the server behind it, also through a proxy', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const ask = (address: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'x-forwarded-for': address };
        request({ host: '127.0.0.1', port, path: '/api/v5/algorithm', headers, agent: false }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode));
        })
          .once('error', reject)
          .end();
      });
    for (let call = 0; call < 40; call += 1) expect(await ask(visitor(7))).toBe(200);
    expect(await ask(visitor(7))).toBe(429);
    expect((await from(visitor(7), '/api/v3/site/version')).statusCode).toBe(429);
    expect(await ask(visitor(8))).toBe(200);
  });

  it('counts a code that is asked for on its caller, not on the proxy', async () => {
    const ask = (address: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v5/address/nonsense/code?coin=DOGE',
        headers: { 'x-forwarded-for': address },
      });
    for (let call = 0; call < 12; call += 1) expect((await ask(visitor(call))).statusCode).toBe(404);
    for (let call = 0; call < 9; call += 1) expect((await ask(visitor(1))).statusCode).toBe(404);
    expect((await ask(visitor(1))).statusCode).toBe(429);
  });

  it.each([
    ['/a'.repeat(129), 'The path is too long'],
    [`/a${'/'.repeat(15_500)}x`, 'The path is too long'],
    [`/api/v3/site/version?${'a'.repeat(8193)}`, 'The query is too long'],
    [`/api/v5/address/${'a'.repeat(1024)}?coin=BTC`, 'The path is too long'],
  ])('refuses what is longer than anything the site asks for', async (url, msg) => {
    const answer = await from(visitor(7), url);
    expect(answer.statusCode).toBe(414);
    expect(answer.json()).toEqual({ success: false, msg, message: msg });
  });
});
