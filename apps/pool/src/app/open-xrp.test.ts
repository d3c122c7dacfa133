import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StandInRail } from '../adapters/rails/xrp/testing/stand-in-rail.ts';
import { openXrpRail, xrpOnNodes, xrpWalletOf } from './open-xrp.ts';
import { arrivalsOnNodes, walletBesidePool } from './open-rails.ts';

const world = new StandInRail();
let server: Server;
const asked: unknown[] = [];

/** A server of the ledger as it answers over HTTP: what it refuses is a result as well. */
beforeEach(async () => {
  asked.length = 0;
  server = createServer((request, response) => {
    void text(request).then(async (written) => {
      const body = JSON.parse(written) as { method: string; params: unknown[] };
      asked.push(body);
      const outcome = await world.one.call(body.method, body.params);
      response.end(JSON.stringify({ result: outcome.kind === 'result' ? outcome.value : undefined }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const pool = () => {
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const xrp = {
    account: world.signer.account,
    signer: '/nowhere.sock',
    nodes: [
      { name: 'one', url },
      { name: 'two', url },
    ],
    feeMax: 10n ** 15n,
  };
  return { kind: 'regtest', chains: [] as never, rails: [], xrp } as const;
};

it('asks servers over HTTP, and understands what they refuse', async () => {
  const xrp = await xrpOnNodes(pool());
  if (xrp === undefined) throw new Error('nothing was opened');
  expect(await xrpWalletOf(xrp).amounts()).toEqual(new Map([['XRP', 1000n * 10n ** 18n]]));
  expect(asked[0]).toEqual({ jsonrpc: '2.0', id: 1, method: 'server_state', params: [{ api_version: 2 }] });
  const rail = openXrpRail(xrp, { ledger: 'ab'.repeat(32) });
  expect(rail).toMatchObject({ name: 'xrp-regtest', networks: ['XRP'] });
  const proof = {
    account: world.signer.account,
    sequence: '9',
    since: '1',
    lastLedger: '99',
    payee: world.signer.account,
    amount: '1',
  };
  expect((await rail.lookUp('XRP', 'AB'.repeat(32), proof)).map(({ status }) => status.kind)).toEqual([
    'absent',
    'absent',
  ]);
  const arrivals = arrivalsOnNodes([], { evm: [], xrp });
  const pair = { coin: 'XRP', network: 'XRP' };
  expect(await arrivals.owns(pair, world.signer.account)).toBe(true);
  expect(await arrivals.owns(pair, 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe')).toBe(false);
  await expect(arrivals.owns({ coin: 'XRP', network: 'BSC' }, world.signer.account)).rejects.toThrow(
    'no rail',
  );
  const unknown = { kind: 'not-arrived', why: 'no server knows the transaction' };
  expect(await arrivals.paidBy(pair, 'ab'.repeat(32))).toEqual(unknown);
  expect(await arrivals.outputOf('XRP', { txid: 'ab'.repeat(32), output: 0 })).toEqual(unknown);
  xrp.close();
  expect((await walletBesidePool(pool()).holdings()).amounts.get('XRP')).toBe(1000n * 10n ** 18n);
  expect(await xrpOnNodes({ kind: 'regtest' })).toBeUndefined();
});
