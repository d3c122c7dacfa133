import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NodePool } from '../settings/parse-pool-file.ts';
import { railsOnNodes, walletBesidePool, walletOnNodes } from './open-rails.ts';

const address = 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
const former = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';

describe('rails of the settings', () => {
  let server: Server;
  let pool: NodePool;
  const paths = new Set<string>();
  beforeAll(async () => {
    // A node that refuses every call.
    server = createServer((request, response) => {
      paths.add(request.url ?? '');
      response
        .writeHead(500)
        .end(JSON.stringify({ result: null, error: { code: -1, message: 'not today' } }));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const nodes = ['one', 'two'].map((name) => ({ name, url: new URL(`http://127.0.0.1:${port}`) }));
    const rail = {
      coin: 'LTC',
      wallet: 'watch',
      signer: '/run/signer.sock',
      addresses: [former],
      confirmations: 6,
      feeRateMin: 10n,
      feeRateMax: 200n,
      feeMax: 10n ** 15n,
    };
    pool = {
      kind: 'regtest',
      chains: [
        { coin: 'LTC', address, tag: '', nodes },
        { coin: 'XMR', address: '4', tag: '', nodes },
      ],
      rails: [rail],
    };
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it('pay through the nodes of their chain, to change at the address of its blocks', () => {
    const [rail, ...others] = railsOnNodes(pool);
    expect(others).toEqual([]);
    expect(rail?.settings.own).toEqual([address, former]);
    expect(rail?.nodes.map(({ name }) => name)).toEqual(['one', 'two']);
    rail?.close();
  });

  it('ask the wallet that they name, and hold nothing to be there of what no rail watches', async () => {
    const rails = railsOnNodes(pool);
    const { byNetwork = [] } = walletOnNodes(pool, rails, { evm: [] });
    expect(byNetwork.map(({ network }) => network)).toEqual(['LTC', 'XMR']);
    const [ltc, xmr] = byNetwork;
    await expect(ltc?.amounts()).rejects.toThrow('no node answers: one: not today; two: not today');
    await expect(xmr?.amounts()).rejects.toThrow('no rail of the settings watches what is held of XMR');
    await rails[0]?.nodes[0]?.wallet.call('getwalletinfo');
    expect([...paths].toSorted()).toEqual(['/', '/wallet/watch']);
    for (const rail of rails) rail.close();
  });

  it('are not needed: then nothing is paid, and the wallet says so', async () => {
    const without = { ...pool, rails: [] };
    await expect(walletOnNodes(without, [], { evm: [] }).holdings()).rejects.toThrow(
      'the settings name no rail for LTC, XMR on nodes: nothing is paid',
    );
    await expect(walletBesidePool(pool).holdings()).rejects.toThrow('LTC: no node answers');
  });
});
