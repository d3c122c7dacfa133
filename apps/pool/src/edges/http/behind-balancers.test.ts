import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { behindBalancers } from './behind-balancers.ts';
import { guardConnections, usualConnectionRules } from './guard-connections.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** A site that says who asks and what was sent, of which one client address may have two connections. */
async function listen({ isBalancer = (): boolean => true, waitMs = 60_000 } = {}): Promise<number> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (text) => (body += String(text)));
    request.on('end', () => response.end(`${request.socket.remoteAddress} ${request.url} ${body}.`));
  });
  servers.push(server);
  guardConnections(server, () => false, { ...usualConnectionRules, perClientMax: 2 });
  behindBalancers(server, { isBalancer, waitMs });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Writes these pieces one after the other and answers what comes back until the end, or until the answers have ended. */
function say(port: number, pieces: readonly (string | Buffer)[], answers = 1): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    let heard = '';
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
    socket.on('data', (text) => {
      heard += String(text);
      if (heard.split('HTTP/1.1 ').length > answers && heard.endsWith('.')) resolve(heard);
    });
    const next = (index: number): void => {
      const piece = pieces[index];
      if (piece === undefined) return;
      socket.write(piece);
      setTimeout(() => next(index + 1), 10);
    };
    next(0);
  });
}

const countOf = (server: Server | undefined): Promise<number> =>
  new Promise((resolve) => server?.getConnections((_error, count) => resolve(count)));
const from = (client: string): string => `PROXY TCP4 ${client} 198.51.100.1 40000 443\r\n`;
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: pool.example\r\n\r\n`;
const lastLine = (answer: string): string | undefined => answer.trimEnd().split('\r\n').at(-1);

describe('a site behind a balancer', () => {
  it('knows who asks by the address that the balancer names, whatever comes with the header', async () => {
    const port = await listen();
    expect(lastLine(await say(port, [from('192.0.2.7') + get('/together')]))).toBe('192.0.2.7 /together .');
    expect(lastLine(await say(port, [from('192.0.2.8'), get('/apart')]))).toBe('192.0.2.8 /apart .');
    expect(lastLine(await say(port, [...from('192.0.2.9').split(''), get('/by-byte')]))).toBe(
      '192.0.2.9 /by-byte .',
    );
    const half = get('/half');
    expect(lastLine(await say(port, [from('192.0.2.10') + half.slice(0, 9), half.slice(9)]))).toBe(
      '192.0.2.10 /half .',
    );
  });

  it('reads version 2 as well, with IPv6', async () => {
    const port = await listen();
    const header = Buffer.from(
      [
        '0d0a0d0a000d0a515549540a21210024',
        '20010db8000000000000000000000007',
        '20010db8000000000000000000000001',
        '9c4001bb',
      ].join(''),
      'hex',
    );
    expect(lastLine(await say(port, [Buffer.concat([header, Buffer.from(get('/six'))])]))).toBe(
      '2001:db8::7 /six .',
    );
  });

  it('takes a body in pieces, and a second request of the connection', async () => {
    const port = await listen();
    const post = 'POST /post HTTP/1.1\r\nHost: pool.example\r\nContent-Length: 9\r\n\r\none';
    const answer = await say(port, [from('192.0.2.7') + post, 'two', 'six', get('/then')], 2);
    expect(answer).toContain('192.0.2.7 /post onetwosix.');
    expect(answer).toContain('192.0.2.7 /then .');
  });

  it('counts connections by those addresses', async () => {
    const port = await listen();
    const answers: string[] = [];
    for (const path of ['/1', '/2', '/3']) answers.push(await say(port, [from('192.0.2.7') + get(path)]));
    answers.push(await say(port, [from('192.0.2.8') + get('/other')]));
    expect(answers.map(lastLine)).toEqual(['192.0.2.7 /1 .', '192.0.2.7 /2 .', '', '192.0.2.8 /other .']);
  });

  it('closes a connection that begins with anything else, and one that never says whom it is for', async () => {
    const port = await listen({ waitMs: 100 });
    expect(await say(port, [get('/direct')])).toBe('');
    expect(await say(port, ['PROXY TCP4 192.0.2.7'])).toBe('');
  });

  it('closes a connection that ends before its header does, and waits for no header once it closes itself', async () => {
    const port = await listen();
    const [server] = servers;
    const open = (bytes: string) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write(bytes);
      socket.resume();
      return socket;
    };
    const ended = open('PROXY TCP4 192.0.2.7');
    ended.end();
    await once(ended, 'end');
    const half = open('PROXY TCP4 192.0.2.7');
    await vi.waitFor(async () => expect(await countOf(server)).toBe(1));
    server?.close();
    await once(half, 'end');
    expect(await countOf(server)).toBe(0);
  });

  it('has the address of the balancer count where it speaks for itself', async () => {
    const port = await listen();
    expect(lastLine(await say(port, [`PROXY UNKNOWN\r\n${get('/check')}`]))).toBe('127.0.0.1 /check .');
  });

  it('reads no header of who is no balancer', async () => {
    const port = await listen({ isBalancer: () => false });
    const answer = await say(port, [from('192.0.2.7') + get('/claimed')]);
    expect(answer).not.toContain('192.0.2.7');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});
