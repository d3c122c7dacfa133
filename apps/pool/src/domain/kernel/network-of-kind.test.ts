import { expect, it } from 'vitest';
import {
  chainIdOf,
  depthFault,
  kindOfNetwork,
  leastDepth,
  networkOfKind,
  signerNetwork,
} from './network-of-kind.ts';

it('gives each kind its network, and back', () => {
  expect([networkOfKind('regtest'), networkOfKind('real')]).toEqual(['regtest', 'main']);
  expect([kindOfNetwork('regtest'), kindOfNetwork('main')]).toEqual(['regtest', 'real']);
});

it('names networks as the signer does', () => {
  expect([signerNetwork('XMR', 'real'), signerNetwork('XMR', 'regtest')]).toEqual(['XMR', 'XMR-regtest']);
});

it('gives an EVM network its own number where coins are money alone', () => {
  expect([chainIdOf({ chainId: 56n }, 'real'), chainIdOf({ chainId: 56n }, 'regtest')]).toEqual([
    56n,
    31_337n,
  ]);
});

it('calls a payment of a real network final under an hour of blocks', () => {
  const bitcoin = { blockSeconds: 600 };
  const litecoin = { blockSeconds: 150 };
  const monero = { blockSeconds: 120 };
  expect([bitcoin, litecoin, monero].map((facts) => leastDepth(facts, 'real'))).toEqual([6, 24, 30]);
  expect(leastDepth(monero, 'regtest')).toBe(1);
  expect(depthFault('XMR', 29, 30)).toBe(
    '29 confirmations are too few on XMR: branches were given up that had more, 30 are needed',
  );
  expect(depthFault('XMR', 30, 30)).toBeUndefined();
});
