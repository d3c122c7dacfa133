import { createServer, type AddressInfo, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { subscribe } from './zmq-subscriber.ts';
import { greeting, ready, subscription, ZmtpReader } from './zmtp.ts';

const hash = Buffer.alloc(32, 7);
/** A message of three parts, as nodes publish a new block: topic, hash, and the number of the message. */
const hashblock = Buffer.concat([
  Buffer.from('\x01\x09hashblock', 'latin1'),
  Buffer.of(1, 32),
  hash,
  Buffer.from([0, 4, 9, 0, 0, 0]),
]);
const published = Buffer.concat([greeting(), ready(), hashblock]);

describe('what a publisher sends', () => {
  it('is read in pieces of any size', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
    fc.assert(
      fc.property(sizes, (pieces) => {
        const reader = new ZmtpReader();
        const read: string[][] = [];
        for (let at = 0, turn = 0; at < published.length; turn += 1) {
          const size = pieces[turn % pieces.length] ?? 1;
          for (const message of reader.read(published.subarray(at, at + size)).messages)
            read.push(message.map((part) => part.toString('hex')));
          at += size;
        }
        expect(read).toEqual([['68617368626c6f636b', hash.toString('hex'), '09000000']]);
      }),
    );
  });

  it('may be a long frame', () => {
    const size = Buffer.alloc(8);
    size.writeBigUInt64BE(300n);
    const reader = new ZmtpReader();
    const { messages } = reader.read(Buffer.concat([greeting(), Buffer.of(2), size, Buffer.alloc(300, 1)]));
    expect(messages.map((parts) => parts.map(({ length }) => length))).toEqual([[300]]);
  });

  it.each([
    ['of another program', Buffer.from('HTTP/1.1 400 Bad Request\r\n'), 'no publisher of ZeroMQ'],
    ['of ZMTP 2', Buffer.concat([greeting().fill(1, 10, 11)]), 'speaks no ZMTP 3'],
    [
      'that asks for a login',
      Buffer.concat([greeting().subarray(0, 12), Buffer.from('CURVE'), Buffer.alloc(47)]),
      'asks for CURVE',
    ],
    ['with unknown flags', Buffer.concat([greeting(), Buffer.of(8, 0)]), 'unknown flags'],
    [
      'of a frame without end',
      Buffer.concat([greeting(), Buffer.from('02ffffffffffffffff', 'hex')]),
      'is too long',
    ],
    [
      'of a message without end',
      Buffer.concat([greeting(), ...Array.from({ length: 20 }, () => Buffer.of(1, 0))]),
      'too many parts',
    ],
  ])('is refused: %s', (_name, bytes, words) => {
    expect(() => new ZmtpReader().read(bytes)).toThrow(words);
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
        const reader = new ZmtpReader();
        try {
          reader.read(Buffer.concat([greeting(), tail]));
        } catch (error) {
          expect((error as Error).name).toBe('UnreadableStream');
        }
      }),
    );
  });
});

describe('a subscriber', () => {
  let end: () => void = () => undefined;
  afterEach(() => end());

  it('hears its topic, and again after the publisher was away', async () => {
    const seen: string[] = [];
    const states: (string | undefined)[] = [];
    const sockets: Socket[] = [];
    const asked = greeting().length + ready().length + subscription('hashblock').length;
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.write(greeting());
      let bytes = 0;
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        bytes += data.length;
        if (bytes === asked) socket.write(Buffer.concat([ready(), hashblock]));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    end = subscribe({
      host: '127.0.0.1',
      port,
      topic: 'hashblock',
      onMessage: ([, body]) => void seen.push(body?.toString('hex') ?? ''),
      onState: (problem) => void states.push(problem),
      retryMs: 5,
    });
    await vi.waitFor(() => expect(seen).toEqual([hash.toString('hex')]));
    sockets[0]?.destroy();
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    expect(states).toEqual([undefined, 'the publisher has closed the connection', undefined]);
    end();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('says why there is none, once', async () => {
    const states: (string | undefined)[] = [];
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write('SSH-2.0-none\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    end = subscribe({
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      topic: 'hashblock',
      onMessage: () => undefined,
      onState: (problem) => void states.push(problem),
      retryMs: 5,
    });
    await vi.waitFor(() => expect(states).toEqual(['no publisher of ZeroMQ is there']));
    server.close();
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(states.at(-1)).toMatch(/ECONNREFUSED/));
  });
});
