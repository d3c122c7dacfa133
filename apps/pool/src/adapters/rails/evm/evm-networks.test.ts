import { expect, it } from 'vitest';
import { evmNetwork, evmNetworks, requireDepth } from './evm-networks.ts';

it('calls no payment of a real network final under fewer blocks than it needs', () => {
  const polygon = evmNetwork('POLYGON');
  expect(() => requireDepth(polygon, 'real', 511)).toThrow('511 confirmations are too few on POLYGON');
  expect(() => requireDepth(polygon, 'real', 512)).not.toThrow();
  expect(() => requireDepth(polygon, 'regtest', 2)).not.toThrow();
  for (const each of evmNetworks) expect(() => requireDepth(each, 'real', 31)).toThrow('too few');
});
