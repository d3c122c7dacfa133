import { expect, it } from 'vitest';
import type { Config } from '../config.ts';
import type { Rail } from '../domain/kernel/rail.ts';
import type { Rails } from '../domain/kernel/rails.ts';
import { deploymentOf } from './deployment-of.ts';

const tls = { published: () => ({ cert: '', fingerprint: '' }), distrust: () => null } as never;
const chains = [{ coin: 'LTC', address: '', tag: '', nodes: [] }] as const;
const rates = [{ source: 'coinpaprika' }, { source: 'coingecko' }];

function railsOf(...pays: readonly string[]): Rails {
  const rail = {
    name: 'a rail',
    networks: [],
    pays: (coin: string) => pays.includes(coin),
  } as unknown as Rail;
  return pays.length === 0
    ? { all: [], railOf: (network) => ({ kind: 'no-rail', network }) }
    : { all: [rail], railOf: () => ({ kind: 'rail', rail }) };
}

function deployed(nodePool: unknown, rails: Rails, exchanges: unknown = []) {
  const config = { nodePool, exchanges, regions: [], staticDifficulties: {}, host: 'pool.example' };
  const { paysHere, notPaidWhy, isObtained } = deploymentOf(
    config as unknown as Config,
    { sources: [], simulated: [], rails },
    'real',
    tls,
  );
  return (coin: string) => [paysHere(coin, 'ETH'), isObtained?.(coin), notPaidWhy?.(coin)];
}

it('offers of what its rails pay what it can come by, and says why it offers no other', () => {
  const rails = railsOf('LTC', 'LINK', 'BABYDOGE');
  const real = deployed({ kind: 'real', chains, rails: [], rates }, rails);
  const noWay = (name: string) =>
    `This pool has no way to come by ${name}: it does not mine it, keeps no stock of it, and buys it nowhere.`;
  expect(real('LTC')).toEqual([true, true, undefined]);
  expect(real('LINK')).toEqual([false, false, noWay('Chainlink')]);
  // No rail pays it: the wallet is what lacks.
  expect(real('DOGE')).toEqual([false, true, undefined]);
  const trading = deployed({ kind: 'real', chains, rails: [], rates }, rails, [{ tradeKeyFile: '/k' }]);
  expect(trading('BTC')).toEqual([false, true, undefined]);
  expect(trading('BABYDOGE')).toEqual([false, false, noWay('Baby Doge Coin')]);
});

it('refuses no coin of a test network, and says of a pool without rails that it pays nothing', () => {
  expect(deployed({ kind: 'regtest', chains, rails: [] }, railsOf('LINK'))('LINK')).toEqual([
    true,
    true,
    undefined,
  ]);
  expect(deployed({ kind: 'regtest', chains, rails: [] }, railsOf())('LINK')).toEqual([
    true,
    true,
    'This pool pays out nothing: its settings name no wallet. What is mined is credited, and kept.',
  ]);
  expect(deployed(undefined, railsOf('LINK'))('LINK')).toEqual([true, true, undefined]);
});
