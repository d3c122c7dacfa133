import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { loggedOfVisitors } from '@openlode/catalogue/logged';
import { pino } from 'pino';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { usualSocketLimits } from '../live/socket-permits.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { type LivePool, openLivePool } from '../../testing/build-test-http.ts';

const visitor = '203.0.113.77';
const watcher = '203.0.113.78';

describe('the log about permitOf', () => {
  const lines: { readonly msg: string; readonly request?: string }[] = [];
  let ctx: TestContext;
  let pool: LivePool;
  let port: number;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    const write = (line: Buffer, _encoding: string, done: () => void): void => {
      lines.push(JSON.parse(line.toString()) as { msg: string });
      done();
    };
    const log = pino({ level: 'info' }, new Writable({ write }));
    const live = {
      tuning: { limits: { ...usualSocketLimits, socketsPerClient: 1 }, limitsLoggedEveryMs: 20 },
    };
    pool = await openLivePool(ctx, live, {
      log,
      trustedProxies: ['127.0.0.1'],
      limitExempt: [],
      callsPerMinute: 40,
      support: {
        categories: () => [],
        find: () => undefined,
        search: () => Promise.reject(new Error('a fault of the search')),
      },
    });
    const app = pool.http;
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
    // Where the server itself listens is its own address.
    lines.length = 0;
  });
  afterAll(async () => {
    await pool.stop();
    await ctx.close();
  });

  /** Sends text as it is, and answers the status once the server has answered or closed the connection. */
  async function send(text: string): Promise<string | undefined> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (part: Buffer) => (answer += part.toString('latin1')));
    socket.write(text);
    const closed = once(socket, 'close').catch(() => undefined);
    await Promise.race([closed, once(socket, 'data').catch(() => undefined)]);
    socket.destroy();
    return answer.split(' ', 2)[1];
  }
  const request = (
    first: string,
    more: readonly string[] = [],
    host = 'pool.example',
    body = '',
    from = visitor,
  ) =>
    send([`${first} HTTP/1.1`, `Host: ${host}`, `X-Forwarded-For: ${from}`, ...more, '', body].join('\r\n'));

  it('has no address after refused, failed and broken requests', async () => {
    const code = '/api/v5/address/nonsense/code?coin=DOGE';
    expect(await request('GET /nothing/here')).toBe('404');
    expect(await request('GET /api/v5/account/unknown/rejects')).toBe('400');
    expect(await request(`POST ${code}`, [], 'evil.example')).toBe('403');
    expect(await request(`POST ${code}`, ['Origin: https://evil.example'])).toBe('403');
    expect(await request('GET /api/v4/support?search=memo')).toBe('500');
    const large = ['Content-Type: application/json', 'Content-Length: 9999999'];
    expect(await request(`POST ${code}`, large, 'pool.example', 'x')).toBe('413');
    expect(await request(`GET /${'a'.repeat(40_000)}`)).toBe('431');
    expect(await send(`nonsense\r\nX-Forwarded-For: ${visitor}\r\n\r\n`)).toBe('400');
    const statuses = await Promise.all(Array.from({ length: 40 }, () => request('GET /nothing/here')));
    expect(statuses).toContain('429');
    expect(new Set(lines.map(({ msg }) => msg))).toEqual(
      new Set([loggedOfVisitors['foreign-host'].line, loggedOfVisitors['call-failed'].line]),
    );
    const failed = lines.find(({ msg }) => msg === loggedOfVisitors['call-failed'].line);
    expect(failed?.request).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}$/);
  });

  it('has no address after refused and closed live connections', async () => {
    const upgrade = (host: string) =>
      request(
        'GET /socket.io/?EIO=4&transport=websocket',
        [
          'Upgrade: websocket',
          'Connection: Upgrade',
          'Sec-WebSocket-Version: 13',
          `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
        ],
        host,
        '',
        watcher,
      );
    expect(await upgrade('evil.example')).toBe('403');
    const extraHeaders = { 'x-forwarded-for': watcher };
    const open = () =>
      io(`http://127.0.0.1:${port}`, {
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        extraHeaders,
      });
    const first = open();
    await new Promise((resolve) => first.once('connect', () => resolve(undefined)));
    const second = open();
    await new Promise((resolve) => second.once('connect_error', () => resolve(undefined)));
    const closed = new Promise((resolve) => first.once('disconnect', () => resolve(undefined)));
    for (let nth = 0; nth < 200; nth += 1) first.emit('leave_account', 'x'.repeat(4000));
    await closed;
    await vi.waitFor(() =>
      expect(lines.filter(({ msg }) => msg === loggedOfVisitors['live-limit'].line)).toHaveLength(2),
    );
  });

  it('has no line but those of the table that the privacy page shows', () => {
    const sources = ['http', 'live'].flatMap((folder) =>
      readdirSync(join(import.meta.dirname, '..', folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
        .map((name) => readFileSync(join(import.meta.dirname, '..', folder, name), 'utf8')),
    );
    const calls = sources.flatMap((text) => text.match(/\blog\??\.(?:info|warn|error|fatal)\([^;]*;/g) ?? []);
    expect(calls).toHaveLength(2);
    expect(calls.filter((call) => !call.includes('loggedOfVisitors['))).toEqual([]);
  });

  it('was never told one', () => {
    expect(lines.length).toBeGreaterThan(3);
    expect(JSON.stringify(lines)).not.toMatch(/203\.0\.113|127\.0\.0|remoteAddress|"ip"/);
  });
});
