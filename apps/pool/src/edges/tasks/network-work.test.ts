import { expect, it } from 'vitest';
import type { BlockTemplate } from '../../domain/kernel/block-template.ts';
import type { Chain } from '../../domain/kernel/chain.ts';
import { simulatedChainName } from '../../domain/rounds/simulated-chain-name.ts';
import { fakeChain } from '../../domain/testing/fake-chain.ts';
import { networkWorkOf } from './network-work.ts';

const chain = (name: string, template?: object): Chain => ({
  ...fakeChain([]),
  name,
  template: () => template as BlockTemplate | undefined,
});
const litecoin = (...merged: readonly { readonly chain: string; readonly networkWork: bigint }[]): Chain =>
  chain('ltc', { family: 'bitcoin', chain: 'ltc', networkWork: 1000n, merged });

it.each([
  ['the template', [litecoin()], 1000n, []],
  ['what is merged into it', [litecoin({ chain: 'doge', networkWork: 5000n }), chain('doge')], 5000n, []],
  ['not of an easier one', [litecoin({ chain: 'bells', networkWork: 10n }), chain('bells')], 1000n, []],
  ['naming who is silent', [litecoin(), chain('doge')], 1000n, ['doge']],
  ['nothing', [chain('ltc'), chain('doge')], undefined, ['ltc', 'doge']],
  ['nothing of simulated ones', [{ ...fakeChain([]), name: simulatedChainName('scrypt') }], undefined, []],
] as const)('the work for a block is told by %s', (_name, chains, networkWork, silent) => {
  expect(networkWorkOf(chains)).toEqual({ networkWork, silent });
});
