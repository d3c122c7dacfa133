import { expect, it } from 'vitest';
import { buildTemplate, FakeChain } from '../edges/stratum/testing/listener-kit.ts';
import { fakeChain } from '../domain/testing/fake-chain.ts';
import { workProblems } from './held-back.ts';

it('names a chain whose nodes give no work, and never one of a sandbox', () => {
  const given = new FakeChain(buildTemplate());
  const source = (kind: 'sandbox' | 'regtest') => ({
    chain: { ...fakeChain([]), name: 'ltc-regtest', kind, template: () => given.template() },
    lightestShare: 2n,
  });
  expect(workProblems([source('regtest')])).toEqual([]);
  given.hasWork = false;
  expect(workProblems([source('regtest'), source('sandbox')])).toEqual([
    'work: no node of ltc-regtest gives any, see openlode doctor',
  ]);
});
