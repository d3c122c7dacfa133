import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { onFreePort, silentLog, until } from '../edges/stratum/testing/listener-kit.ts';
import type { UpstreamEntry } from '../settings/upstream-settings.ts';
import { offeredRelays } from './open-relays.ts';

it('connects to another pool only while its work may be given', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  const port = await onFreePort(
    (free) => new Promise<number>((done) => server.listen(free, '127.0.0.1', () => done(free))),
  );
  const upstream: UpstreamEntry = {
    name: 'other-pool',
    algorithm: 'sha256',
    coin: 'BTC',
    network: 'BTC',
    addresses: [{ host: '127.0.0.1', port, tls: undefined }],
    user: 'relay',
    feePpm: 0,
    incomeMax: 1n,
    connectionsMax: 8,
    ended: false,
    payoutAddress: 'ours',
  };
  const asked: string[] = [];
  let may = false;
  const mayGive = ({ payoutAddress }: UpstreamEntry): boolean => {
    asked.push(payoutAddress ?? '');
    return may;
  };
  const group = offeredRelays([upstream], silentLog, { tickMs: 2 }, { mayGive }).get('other-pool')?.open();
  await until(() => asked.length > 8);
  expect([connections, new Set(asked)]).toEqual([0, new Set(['ours'])]);
  may = true;
  await until(() => connections > 0);
  group?.close();
  server.close();
});
