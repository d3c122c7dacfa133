import { expect, it } from 'vitest';
import { unitsOf } from '@openlode/catalogue/chain-units';
import { coins } from '@openlode/catalogue/coins';
import { requireDepth } from '../../../domain/kernel/network-of-kind.ts';
import { evmNetwork, evmNetworks, leastDepthOn } from './evm-networks.ts';

it('calls no payment of a real network final under fewer blocks than it needs', () => {
  const polygon = evmNetwork('POLYGON');
  const require = (confirmations: number, kind: 'real' | 'regtest') => () =>
    requireDepth('POLYGON', confirmations, leastDepthOn(polygon, kind));
  expect(require(511, 'real')).toThrow('511 confirmations are too few on POLYGON');
  expect(require(512, 'real')).not.toThrow();
  expect(require(2, 'regtest')).not.toThrow();
  for (const each of evmNetworks) expect(leastDepthOn(each, 'real')).toBeGreaterThan(31);
});

it('pays on all ten networks of its kind in the catalogue, which have 96 pairs of coin and network, and 95 of them', () => {
  expect(evmNetworks.map(({ network, asset, chainId }) => `${network} ${asset} ${chainId}`)).toEqual([
    'ETH ETH 1',
    'BSC BNB 56',
    'POLYGON POL 137',
    'AVAXC AVAX 43114',
    'ETC ETC 61',
    'ETHW ETHW 10001',
    'ARBITRUM ETH 42161',
    'OPTIMISM ETH 10',
    'CFXE CFX 1030',
    'FTM FTM 250',
  ]);
  const listed = coins.flatMap(({ chains }) => chains.filter(({ family }) => family === 'EVM'));
  const isPaid = (network: string): boolean => evmNetworks.some((each) => each.network === network);
  expect(listed.filter(({ network }) => isPaid(network))).toHaveLength(96);
  const unpaid = coins.flatMap(({ symbol, chains }) =>
    chains.flatMap(({ network, contract }) => {
      const found = evmNetworks.find((each) => each.network === network);
      const isToken = contract !== null && unitsOf(symbol, network) !== undefined;
      return found === undefined || found.asset === symbol || isToken ? [] : [`${symbol} ${network}`];
    }),
  );
  // The coin that POL has replaced.
  expect(unpaid).toEqual(['MATIC POLYGON']);
  // VeChain has addresses of this kind, and transactions of its own.
  expect(listed.flatMap(({ network }) => (isPaid(network) ? [] : [network]))).toEqual(['VET']);
});
