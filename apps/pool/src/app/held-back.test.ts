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
  const order = (place: number, ...hasWork: readonly boolean[]) => ({
    sources: hasWork.map((has, index) => ({
      name: index === 0 ? 'ltc-regtest' : 'other-pool',
      kind: index === 0 ? ('chain' as const) : ('upstream' as const),
      hasWork: has,
    })),
    used: { name: 'other-pool', kind: 'upstream' as const, place, why: 'lost' as const, since: 0 },
  });
  expect(workProblems([source('regtest')], () => order(0, true))).toEqual([]);
  const sources = [source('regtest'), source('sandbox')];
  expect(workProblems(sources, () => order(0, false))).toEqual([
    'work: no node of ltc-regtest gives any, see openlode doctor',
  ]);
  expect(workProblems([source('regtest')], () => order(1, false, true))).toEqual([
    'work: no node of ltc-regtest gives any, see openlode doctor',
    'work: sha256 is given by other-pool since 1970-01-01T00:00:00.000Z, and not by ltc-regtest: see openlode work sources',
  ]);
  expect(workProblems([source('regtest')], () => order(0, true, false))).toEqual([
    'work: the upstream other-pool gives none of sha256, see openlode doctor',
  ]);
  // Where no port is open here.
  expect(workProblems([source('regtest')], () => undefined)).toEqual([]);
  given.hasWork = false;
  expect(workProblems(sources, () => undefined)).toEqual([
    'work: no node of ltc-regtest gives any, see openlode doctor',
  ]);
});
