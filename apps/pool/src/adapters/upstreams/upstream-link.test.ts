import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { bitcoinClient } from '@openlode/stratum/dialects/bitcoin/bitcoin-client';
import { UpstreamClient } from '@openlode/stratum/upstream/client';
import { onFreePort, until } from '../../edges/stratum/testing/listener-kit.ts';
import { UpstreamLink } from './upstream-link.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).toReversed()) close();
});

const client = new UpstreamClient(bitcoinClient, {
  user: 'u',
  password: 'x',
  agent: 'openlode',
  scale: difficultyScale(0xffffn << 208n),
  versionMask: 0,
  silenceMs: 60_000,
  easiestTarget: (1n << 256n) - 1n,
  digest: (text) => text,
});

it('connects to no pool before it may, and ends its connection once it may not', async () => {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    // What is not read keeps the end of the connection from being seen.
    socket.resume();
  });
  const port = await onFreePort(
    (free) => new Promise<number>((done) => server.listen(free, '127.0.0.1', () => done(free))),
  );
  closing.push(() => server.close());
  let may = false;
  let now = 0;
  const downs: unknown[] = [];
  const link = new UpstreamLink({
    addresses: [{ host: '127.0.0.1', port, tls: undefined }],
    client,
    now: () => now,
    random: () => 0,
    tickMs: 2,
    mayConnect: () => may,
    onUp: () => undefined,
    onOutcome: () => undefined,
    onDown: (end) => downs.push(end),
  });
  closing.push(() => link.close());
  const looks = () => new Promise((done) => setTimeout(done, 40));
  await looks();
  expect([connections, downs]).toEqual([0, []]);
  may = true;
  await until(() => sockets.size === 1);
  may = false;
  await until(() => sockets.size === 0);
  expect(downs).toEqual([{ kind: 'refused-here', why: 'no work of it may be given now' }]);
  now += 3_600_000;
  await looks();
  expect(connections).toBe(1);
  may = true;
  await until(() => connections === 2);
});
