import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../testing/free-port.ts';
import { deployedSite, hasNginx, NginxServer } from '../testing/nginx-server.ts';
import { PoolProcess } from '../testing/pool-process.ts';

/** The block of `docs/operating.md` for the ports and the certificate of this run. */
function documentedServers(pool: PoolProcess, ports: { plain: number; tls: number }): string {
  const page = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8');
  const block = /```nginx .*\n([\s\S]*?)```/.exec(page)?.[1];
  if (block === undefined) throw new Error('docs/operating.md has no block for nginx');
  const pem = join(pool.dataDirectory, 'stratum-tls.pem');
  return block
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.tls} `)
    .replaceAll(/(ssl_certificate(?:_key)?) .*;/g, `$1 ${pem};`)
    .replaceAll('http://127.0.0.1:8080', pool.url);
}

if (!hasNginx)
  console.warn('e2e/behind-nginx.test.ts is skipped: no nginx is installed (apt-get install nginx-light)');

describe.skipIf(!hasNginx)('behind nginx', () => {
  let pool: PoolProcess;
  const opened: NginxServer[] = [];
  const documented = { plain: 0, tls: 0 };
  const deployed = { plain: 0, tls: 0 };
  let ports = documented;
  beforeAll(async () => {
    pool = await PoolProcess.start({
      env: {
        OPENLODE_HTTP_BIND: '127.0.0.1',
        OPENLODE_TRUSTED_PROXIES: '127.0.0.1',
        OPENLODE_PUBLIC_URL: 'https://pool.example',
      },
    });
    const first = await freePorts(5);
    Object.assign(documented, { plain: first, tls: first + 1 });
    Object.assign(deployed, { plain: first + 2, tls: first + 3 });
    opened.push(await NginxServer.start(documentedServers(pool, documented), documented.tls));
    const pem = join(pool.dataDirectory, 'stratum-tls.pem');
    // Of two processes of `web` one is not there.
    const webs = [`127.0.0.1:${pool.httpPort}`, `127.0.0.1:${first + 4}`];
    opened.push(await NginxServer.start(deployedSite({ ...deployed, pem, webs }), deployed.tls));
  });
  afterAll(async () => {
    for (const nginx of opened) await nginx.close();
    await pool?.close();
  });

  /** Asks as a visitor at an address of loopback; the body is read. */
  async function ask(
    path: string,
    { headers = {}, from = '127.0.0.5' }: { headers?: Record<string, string>; from?: string } = {},
  ): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> {
    return await new Promise((resolve, reject) => {
      const asked = request({
        host: '127.0.0.1',
        port: ports.tls,
        path,
        localAddress: from,
        rejectUnauthorized: false,
        agent: false,
        headers: { host: 'pool.example', ...headers },
      });
      asked.once('error', reject);
      asked.once('upgrade', (response, socket, head) => {
        // The first frame may have come in one piece with the headers.
        if (head.length > 0) socket.unshift(head);
        socket.once('data', (data: Buffer) => {
          socket.destroy();
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: data.toString('latin1'),
          });
        });
      });
      asked.once('response', (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => (body += text));
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      });
      asked.end();
    });
  }
  const left = async (from: string, headers: Record<string, string> = {}): Promise<number> =>
    Number((await ask('/api/v4/notice', { from, headers })).headers['x-ratelimit-remaining']);

  describe.each([
    ['as docs/operating.md sets it up', documented, ['127.0.0.6', '127.0.0.7']],
    ['by the file of deploy/nginx, one of two processes away', deployed, ['127.0.0.8', '127.0.0.9']],
  ] as const)('%s', (_, itsPorts, [visitor, other]) => {
    beforeAll(() => {
      ports = itsPorts;
    });

    it('answers the site and its calls, also over HTTP/2', async () => {
      const page = await ask('/');
      expect(page.status).toBe(200);
      expect(page.body).toContain('<div id="root"');
      expect((await ask('/api/v5/pool')).status).toBe(200);
      const session = connectHttp2(`https://127.0.0.1:${ports.tls}`, { rejectUnauthorized: false });
      const stream = session.request({ ':path': '/', ':authority': 'pool.example' });
      const status = await new Promise((resolve, reject) => {
        stream.once('response', (headers) => resolve(headers[':status']));
        stream.once('error', reject);
      });
      session.destroy();
      expect(status).toBe(200);
    });

    it('sends visitors of the plain port to the other', async () => {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        getPlain(`http://127.0.0.1:${ports.plain}/coins/DOGE?a=b`, resolve).once('error', reject);
      });
      response.resume();
      expect(response.statusCode).toBe(301);
      expect(response.headers.location).toBe('https://pool.example/coins/DOGE?a=b');
    });

    it('tells the pool who calls, whatever the visitor claims', async () => {
      const first = await left(visitor);
      expect(await left(visitor, { 'x-forwarded-for': '203.0.113.9' })).toBe(first - 1);
      expect(await left(other)).toBe(first);
    });

    it('opens the live channel for the pages of the site, and for no others', async () => {
      const upgrade = (origin: string) =>
        ask('/socket.io/?EIO=4&transport=websocket', {
          headers: {
            origin,
            connection: 'Upgrade',
            upgrade: 'websocket',
            'sec-websocket-version': '13',
            'sec-websocket-key': randomBytes(16).toString('base64'),
          },
        });
      const open = await upgrade('https://pool.example');
      expect(open.status).toBe(101);
      expect(open.body).toContain('"sid"');
      expect((await upgrade('https://evil.example')).status).toBe(403);
    });

    it.each(['/metrics', '/health', '/metrics/', '/health?a'])('has no %s', async (path) => {
      const { status, body } = await ask(path);
      expect(status).toBe(404);
      expect(body).not.toMatch(/openlode_|"ready"/);
    });
  });
});
