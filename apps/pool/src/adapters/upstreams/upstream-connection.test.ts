import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { bitcoinClient } from '@openlode/stratum/dialects/bitcoin/bitcoin-client';
import { UpstreamClient } from '@openlode/stratum/upstream/client';
import { onFreePort, startTestPool, until } from '../../edges/stratum/testing/listener-kit.ts';
import { openTlsContext, type TlsContext } from '../../edges/stratum/tls-context.ts';
import type { UpstreamAddress, UpstreamTls } from './upstream-address.ts';
import { type ConnectionEnd, UpstreamConnection } from './upstream-connection.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const client = new UpstreamClient(bitcoinClient, {
  user: 'DOGE:D1.relay',
  password: 'x',
  agent: 'openlode',
  scale: difficultyScale(0xffffn << 208n),
  versionMask: 0,
  silenceMs: 60_000,
  easiestTarget: (1n << 256n) - 1n,
  digest: (text) => text,
});

interface Tried {
  readonly kinds: string[];
  end: ConnectionEnd | undefined;
}

function connect(address: UpstreamAddress, connectMs?: number): Tried {
  const tried: Tried = { kinds: [], end: undefined };
  const connection = new UpstreamConnection({
    address,
    client,
    now: () => 0,
    onOutcome: ({ kind }) => tried.kinds.push(kind),
    onEnd: (end) => {
      expect(tried.end).toBeUndefined();
      tried.end = end;
    },
    ...(connectMs === undefined ? {} : { connectMs }),
  });
  closing.push(() => connection.close());
  return tried;
}

describe('a connection to an upstream through TLS', () => {
  let directory: string;
  let tls: TlsContext;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-upstream-'));
    tls = await openTlsContext(join(directory, 'tls.pem'), { miners: ['localhost'] }, { now: Date.now });
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const serve = async (): Promise<number> => {
    const pool = await startTestPool({ tls });
    closing.push(() => pool.close());
    return pool.listener.port;
  };
  const of = (port: number, wanted: UpstreamTls, host = 'localhost'): UpstreamAddress => ({
    host,
    port,
    tls: wanted,
  });

  it('is made where the certificate has the fingerprint that the operator wants, whatever its name', async () => {
    const { fingerprint } = tls.published();
    const tried = connect(of(await serve(), { fingerprint }, '127.0.0.1'));
    await until(() => tried.kinds.includes('job'));
    expect(tried).toEqual({ kinds: ['ready', 'difficulty', 'job'], end: undefined });
  });

  it('is not with another fingerprint: nothing is said to such a server', async () => {
    const { fingerprint } = tls.published();
    const tried = connect(of(await serve(), { fingerprint: '0'.repeat(64) }));
    await until(() => tried.end !== undefined);
    expect(tried).toEqual({ kinds: [], end: { kind: 'wrong-certificate', fingerprint } });
  });

  it('is made with the authority that the operator names, under a name of the certificate', async () => {
    const port = await serve();
    const ca = tls.published().cert;
    const tried = connect(of(port, { ca }));
    await until(() => tried.kinds.includes('job'));
    const other = connect(of(port, {}));
    await until(() => other.end !== undefined);
    expect(other.end).toMatchObject({
      kind: 'error',
      text: expect.stringMatching(/self.signed certificate/) as string,
    });
  });
});

describe('a connection to a hostile server', () => {
  const serve = async (onSocket: (socket: Socket) => void): Promise<number> => {
    let port = 0;
    const sockets = new Set<Socket>();
    const server = await onFreePort(
      (wanted) =>
        new Promise<Server>((resolve, reject) => {
          port = wanted;
          const listening = createServer((socket) => {
            sockets.add(socket);
            socket.on('error', () => {});
            onSocket(socket);
          });
          listening.once('error', reject);
          listening.listen({ port: wanted, host: '127.0.0.1' }, () => resolve(listening));
        }),
    );
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return port;
  };

  it.for([
    ['a line without end', 'x'.repeat(262_145), { kind: 'line-too-long' }],
    ['what is no Stratum', 'HTTP/1.1 400 Bad Request\n', { kind: 'fault', fault: 'unreadable', text: '' }],
    [
      'a difficulty of zero',
      '{"id":null,"method":"mining.set_difficulty","params":[0]}\n',
      { kind: 'fault', fault: 'bad-difficulty', text: '' },
    ],
  ] as const)('ends with a name: %s', async ([, said, end]) => {
    const tried = connect({
      host: '127.0.0.1',
      port: await serve((socket) => socket.write(said)),
      tls: undefined,
    });
    await until(() => tried.end !== undefined);
    expect(tried).toEqual({ kinds: [], end });
  });

  it('ends when the server closes it, and when none listens', async () => {
    const tried = connect({ host: '127.0.0.1', port: await serve((socket) => socket.end()), tls: undefined });
    await until(() => tried.end !== undefined);
    expect(tried.end).toEqual({ kind: 'closed' });
    const none = connect({ host: '127.0.0.1', port: 1, tls: undefined });
    await until(() => none.end !== undefined);
    expect(none.end).toEqual({ kind: 'error', text: 'connect ECONNREFUSED 127.0.0.1:1' });
  });

  it('is given up when the server never ends its part of the handshake', async () => {
    const tried = connect({ host: '127.0.0.1', port: await serve(() => {}), tls: {} }, 20);
    await until(() => tried.end !== undefined);
    expect(tried.end).toEqual({ kind: 'connect-timeout' });
  });

  it('hands on what came before the end', async () => {
    const port = await serve((socket) => socket.end('{"method":"x"}\n'));
    const tried = connect({ host: '127.0.0.1', port, tls: undefined });
    await until(() => tried.end !== undefined);
    expect(tried).toEqual({ kinds: ['fault'], end: { kind: 'closed' } });
  });

  it('fails where TLS is wanted and the server speaks none', async () => {
    const port = await serve((socket) => socket.write('{"id":1,"result":true}\n'));
    const tried = connect({ host: '127.0.0.1', port, tls: {} });
    await until(() => tried.end !== undefined);
    expect(tried).toMatchObject({ kinds: [], end: { kind: 'error' } });
  });

  it('says nothing more once it was closed here, not even of what had come', async () => {
    const port = await serve((socket) => socket.write('{"method":"x"}\n{"method":"y"}\n'));
    const kinds: string[] = [];
    const connection = new UpstreamConnection({
      address: { host: '127.0.0.1', port, tls: undefined },
      client,
      now: () => 0,
      onOutcome: ({ kind }) => {
        kinds.push(kind);
        connection.close();
      },
      onEnd: ({ kind }) => kinds.push(kind),
    });
    await until(() => kinds.length > 0);
    connection.submit({ ticket: 1, job: {} as never, found: {} as never, isBlock: false });
    expect(kinds).toEqual(['fault', 'unsent']);
  });
});
