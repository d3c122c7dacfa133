import { expect, it } from 'vitest';
import { workSources } from './work-sources.ts';

it('lists the sources of each algorithm in their order, and says of one that it is used, since when and why', () => {
  const order = {
    sources: [
      { name: 'ltc-regtest', kind: 'chain' as const, hasWork: false },
      { name: 'other-pool', kind: 'upstream' as const, hasWork: true },
    ],
    used: { name: 'other-pool', kind: 'upstream' as const, place: 1, why: 'lost' as const, since: 5000 },
  };
  const mined = {
    awaited: ['scrypt', 'sha256'],
    find: (algorithm: string) => (algorithm === 'scrypt' ? ({ order } as never) : undefined),
  };
  expect(workSources(mined)).toEqual([
    {
      algorithm: 'scrypt',
      source: 'ltc-regtest',
      kind: 'chain',
      hasWork: false,
      usedSince: null,
      why: null,
    },
    {
      algorithm: 'scrypt',
      source: 'other-pool',
      kind: 'upstream',
      hasWork: true,
      usedSince: 5000,
      why: 'lost',
    },
  ]);
});
