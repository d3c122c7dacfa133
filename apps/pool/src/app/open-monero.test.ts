import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moneroPaths } from '../adapters/rails/monero/monero-node.ts';
import { moneroOnNodes } from './open-monero.ts';

describe('what the pool keeps open to a node that pays XMR', () => {
  let server: Server;
  let connections = 0;
  const asked: string[] = [];

  beforeEach(async () => {
    connections = 0;
    asked.length = 0;
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(JSON.stringify({ id: 1, result: { status: 'OK' }, status: 'OK' }));
    });
    server.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.close();
  });

  // monerod takes 25 connections of one private address, and closes the next without an answer.
  it('is one connection for calls of all its paths, one after another', async () => {
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const reach = { name: 'one', url };
    const file = { address: '4…', signer: '', confirmations: 10, feeMax: 10n ** 16n };
    const opened = moneroOnNodes({ kind: 'regtest', monero: { ...file, nodes: [reach], wallet: reach } });
    const [node] = opened?.nodes ?? [];
    for (const rpc of [node?.rpc, ...moneroPaths.map((path) => node?.paths[path])])
      expect((await rpc?.call('get_info', {}))?.kind).toBe('result');
    expect(asked).toEqual([
      '/json_rpc',
      '/get_transactions',
      '/is_key_image_spent',
      '/get_outs',
      '/get_transaction_pool',
      '/send_raw_transaction',
    ]);
    expect(connections).toBe(1);
    opened?.close();
  });
});
