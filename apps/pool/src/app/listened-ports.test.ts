import { expect, it } from 'vitest';
import type { Chain } from '../domain/kernel/chain.ts';
import { minedCode, portsOf } from './listened-ports.ts';

const unused = (): never => {
  throw new Error('no port asks the chain');
};
const chain: Chain = {
  name: 'xmr',
  algorithm: 'randomx',
  kind: 'regtest',
  template: unused,
  onTemplate: unused,
  submitBlock: unused,
  stateOf: unused,
};

it.each([
  ['gives whole blocks', { ...chain, givesWholeBlocks: true }, 'xmr-node-proxy'],
  ['gives none', chain, 'Proxy'],
])('the port for proxies of a chain that %s is named after who is served there', (_case, its, name) => {
  const ports = portsOf(minedCode({ chain: its, lightestShare: 16n }), {
    stratumBase: 3333,
    staticDifficulties: {},
  });
  expect(ports.filter(({ highConnectionLimit }) => highConnectionLimit).map((port) => port.name)).toEqual([
    name,
  ]);
});
