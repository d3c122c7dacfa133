import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StandInRail, usdt } from '../adapters/rails/tron/testing/stand-in-rail.ts';
import { addressOf } from '../adapters/rails/tron/tron-address.ts';
import type { TronPath } from '../adapters/rails/tron/tron-node.ts';
import { openTronRail, tronOnNodes, tronWalletOf } from './open-tron.ts';
import { arrivalsOnNodes, walletBesidePool } from './open-rails.ts';

let world: StandInRail;
let server: Server;
const asked: unknown[] = [];

/** A node as it answers over HTTP: what it refuses comes with status 200 as well. */
beforeEach(async () => {
  world = new StandInRail(Date.now());
  asked.length = 0;
  server = createServer((request, response) => {
    void text(request).then(async (written) => {
      const params = JSON.parse(written) as Record<string, unknown>;
      asked.push([request.url, params]);
      const path = request.url?.replace('/below/wallet/', '') as TronPath;
      const outcome = await world.one.call(path, params);
      response.end(outcome.kind === 'result' ? JSON.stringify(outcome.value) : 'closed');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const pool = () => {
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/below`);
  const tron = {
    account: addressOf(world.signer.account),
    signer: '/nowhere.sock',
    nodes: [
      { name: 'one', url },
      { name: 'two', url },
    ],
    tokens: [usdt],
    feeMax: 15n * 10n ** 17n,
  };
  return { kind: 'regtest', chains: [] as never, rails: [], tron } as const;
};

it('asks nodes over HTTP, each path by itself, and takes what is no JSON for no answer', async () => {
  const tron = tronOnNodes(pool());
  if (tron === undefined) throw new Error('nothing was opened');
  expect(await tronWalletOf(tron).amounts()).toEqual(
    new Map([
      ['TRX', 1000n * 10n ** 18n],
      ['USDT', 1000n * 10n ** 18n],
    ]),
  );
  expect(asked[0]).toEqual(['/below/wallet/getnodeinfo', {}]);
  expect(asked).toContainEqual(['/below/wallet/getaccount', { address: world.signer.account }]);
  const rail = openTronRail(tron, { ledger: 'ab'.repeat(32) });
  expect(rail).toMatchObject({ name: 'tron-regtest', networks: ['TRX'] });
  // What miners are offered on it.
  expect(['TRX', 'USDT', 'USDC'].map((coin) => rail.pays(coin, 'TRX'))).toEqual([true, true, false]);
  expect(rail.pays('USDT', 'BSC')).toBe(false);
  const anchor = world.chain.blocks[9];
  const proof = {
    account: world.signer.account,
    payee: world.signer.account,
    amount: '1',
    expiration: (Date.now() + 60_000).toString(),
    anchor: '9',
    anchorId: anchor?.id ?? '',
  };
  expect((await rail.lookUp('TRX', 'ab'.repeat(32), proof)).map(({ status }) => status.kind)).toEqual([
    'absent',
    'absent',
  ]);
  world.one.isLite = true;
  await expect(rail.lookUp('TRX', 'ab'.repeat(32), proof)).rejects.toThrow('status 200: closed');
  world.one.isLite = false;
  tron.close();
  expect((await walletBesidePool(pool()).holdings()).amounts.get('TRX')).toBe(1000n * 10n ** 18n);
  expect(tronOnNodes({ kind: 'regtest' })).toBeUndefined();
});

it('says what has come in', async () => {
  const tron = tronOnNodes(pool());
  if (tron === undefined) throw new Error('nothing was opened');
  const arrivals = arrivalsOnNodes([], { evm: [], tron });
  const pair = { coin: 'TRX', network: 'TRX' };
  expect(await arrivals.owns(pair, addressOf(world.signer.account))).toBe(true);
  expect(await arrivals.owns(pair, 'TNSmmai2ox5aAeB8ZTnSyt9f82oM4jctNL')).toBe(false);
  await expect(arrivals.owns({ coin: 'TRX', network: 'BSC' }, '0x')).rejects.toThrow('no rail');
  const tokens = { coin: 'USDT', network: 'TRX' };
  expect(await arrivals.owns(tokens, addressOf(world.signer.account))).toBe(true);
  await expect(arrivals.owns({ ...tokens, coin: 'USDC' }, 'T')).rejects.toThrow('no rail');
  expect(await arrivals.paidBy(tokens, 'ab'.repeat(32))).toEqual({
    kind: 'not-arrived',
    why: 'no node knows the transaction',
  });
  const unknown = { kind: 'not-arrived', why: 'no node knows the transaction' };
  expect(await arrivals.paidBy(pair, 'ab'.repeat(32))).toEqual(unknown);
  expect(await arrivals.outputOf('TRX', { txid: 'ab'.repeat(32), output: 0 })).toEqual(unknown);
  tron.close();
});
