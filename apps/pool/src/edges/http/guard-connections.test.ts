import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ConnectionRules, guardConnections, usualConnectionRules } from './guard-connections.ts';

const waitLimit = { timeout: 50_000 };
const answer = Buffer.alloc(32 * 1_048_576);

describe('the guard of connections', () => {
  let server: Server;
  let clients: Socket[] = [];
  afterEach(() => {
    for (const client of clients) client.destroy();
    clients = [];
    server.close();
  });

  async function listen(rules: Partial<ConnectionRules>, free = false): Promise<void> {
    server = createServer((_request, response) => response.end(answer));
    guardConnections(server, () => free, { ...usualConnectionRules, ...rules });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  async function client(): Promise<{ socket: Socket; isClosed: () => boolean }> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    clients.push(socket);
    let closed = false;
    socket.on('error', () => undefined).on('close', () => (closed = true));
    await once(socket, 'connect');
    return { socket, isClosed: () => closed };
  }
  const open = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

  it('closes readers that never read', async () => {
    await listen({ idleMs: 200 });
    for (let each = 0; each < 20; each += 1) {
      const { socket } = await client();
      socket.pause();
      socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(4));
    }
    await vi.waitFor(async () => expect(await open()).toBe(0), waitLimit);
  });

  it('closes readers that read a little now and then', async () => {
    // Nothing is ever idle for long, so only what is taken can tell.
    await listen({ idleMs: 400, readBytesMin: answer.length });
    const { socket } = await client();
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const drip = setInterval(() => socket.read(65_536), 20);
    await vi.waitFor(async () => expect(await open()).toBe(0), waitLimit);
    clearInterval(drip);
  });

  it('lets a reader have all of a long answer', async () => {
    await listen({ idleMs: 40_000 });
    const { socket } = await client();
    let heard = 0;
    socket.on('data', (part: Buffer) => (heard += part.length));
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await vi.waitFor(() => expect(heard).toBeGreaterThan(answer.length), waitLimit);
  });

  it('closes what one source opens beyond its share, and nothing that is free', async () => {
    await listen({ perClientMax: 3 });
    const first = [await client(), await client(), await client()];
    const fourth = await client();
    await vi.waitFor(() => expect(fourth.isClosed()).toBe(true), waitLimit);
    expect(first.map(({ isClosed }) => isClosed())).toEqual([false, false, false]);
    first[0]?.socket.destroy();
    await vi.waitFor(async () => expect(await open()).toBe(2), waitLimit);
    const fifth = await client();
    fifth.socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(fifth.socket, 'data');
  });

  it('counts a /56 and a /48 of IPv6 as four and sixteen sources', () => {
    server = createServer();
    const emitter = new EventEmitter();
    guardConnections(emitter as Server, () => false, { ...usualConnectionRules, perClientMax: 2 });
    const connectFrom = (remoteAddress: string): boolean => {
      const socket = Object.assign(new EventEmitter(), { remoteAddress, isClosed: false });
      emitter.emit('connection', Object.assign(socket, { destroy: () => (socket.isClosed = true) }));
      if (socket.isClosed) socket.emit('close');
      return !socket.isClosed;
    };
    const admitted = (addresses: readonly string[]): number => addresses.filter(connectFrom).length;
    const sources = Array.from({ length: 256 }, (_, each) => each.toString(16).padStart(2, '0'));
    expect(admitted(sources.map((each) => `2001:db8:0:1${each}::1`))).toBe(8);
    expect(admitted(sources.map((each) => `2001:db8:0:${each}00::1`))).toBe(24);
    expect(admitted(['2001:db8:1:1::1', '192.0.2.1'])).toBe(2);
    emitter.emit('close');
  });

  it('counts no connection of a proxy', async () => {
    await listen({ perClientMax: 1 }, true);
    const all = [await client(), await client(), await client()];
    await vi.waitFor(async () => expect(await open()).toBe(3), waitLimit);
    expect(all.map(({ isClosed }) => isClosed())).toEqual([false, false, false]);
  });
});
