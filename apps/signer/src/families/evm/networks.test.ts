import { expect, it } from 'vitest';
import { evmNetworks } from './networks.ts';

it('signs for networks by the number of each, and for their test networks', () => {
  const numbers = evmNetworks.map(({ network, chainId }) => `${network} ${chainId}`);
  expect(numbers.filter((each) => !each.includes('-regtest'))).toEqual([
    'ETH 1',
    'BSC 56',
    'POLYGON 137',
    'AVAXC 43114',
    'ETC 61',
    'ETHW 10001',
    'ARBITRUM 42161',
    'OPTIMISM 10',
    'CFXE 1030',
    'FTM 250',
  ]);
  expect(
    new Set(evmNetworks.filter(({ network }) => network.endsWith('-regtest')).map((each) => each.chainId)),
  ).toEqual(new Set([31_337n]));
});
