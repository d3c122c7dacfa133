import { describe, expect, it } from 'vitest';
import type { ChainRules, CoinRules } from './coin-rules.ts';
import { chainsPaidHere, paidFirst } from './paid-here.ts';

const chain = (network: string, isDefault = false): ChainRules => ({
  network,
  name: `${network} network`,
  isDefault,
  family: 'EVM',
  regex: '^0x[0-9a-fA-F]{40}$',
  regexMemo: null,
});
const usdt: CoinRules = {
  symbol: 'USDT',
  name: 'Tether',
  addressPrefix: null,
  delisted: false,
  chains: [chain('BSC'), chain('ETH', true), chain('POLYGON')],
};
const on =
  (...networks: readonly string[]) =>
  (coin: string, network: string) =>
    coin === 'USDT' && networks.includes(network);
const order = ({ chains }: CoinRules) =>
  chains.map(({ network, isDefault }) => `${network}${isDefault ? ' first' : ''}`);

describe('chainsPaidHere', () => {
  it('are those that the pool pays, in their order', () => {
    expect(chainsPaidHere(usdt, on('POLYGON', 'BSC')).map(({ network }) => network)).toEqual([
      'BSC',
      'POLYGON',
    ]);
    expect(chainsPaidHere(usdt, on())).toEqual([]);
  });
});

describe('paidFirst', () => {
  it('puts what is paid before what is not, and begins with the default network where that is paid', () => {
    expect(order(paidFirst(usdt, on('POLYGON')))).toEqual(['POLYGON first', 'ETH', 'BSC']);
    expect(order(paidFirst(usdt, on('ETH', 'POLYGON')))).toEqual(['ETH first', 'POLYGON', 'BSC']);
  });

  it('leaves a coin as it is that is paid everywhere or nowhere', () => {
    expect(paidFirst(usdt, on('BSC', 'ETH', 'POLYGON'))).toBe(usdt);
    expect(paidFirst(usdt, on())).toBe(usdt);
  });
});
