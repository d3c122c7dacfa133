import { expect, it } from 'vitest';
import type { ListedSource } from '../../domain/views/listed-source.ts';
import { judgeSources } from './check-sources.ts';

const node: ListedSource = {
  algorithm: 'scrypt',
  source: 'ltc-regtest',
  kind: 'chain',
  hasWork: true,
  usedSince: 0,
  why: 'begun',
};
const other: ListedSource = { ...node, source: 'other-pool', kind: 'upstream', usedSince: null, why: null };

it('says which source gives work, and why it is not the first', () => {
  expect(judgeSources([node, other])).toEqual([
    { subject: 'work of scrypt', state: 'well', found: 'ltc-regtest gives it', advice: '' },
  ]);
  const [instead] = judgeSources([
    { ...node, hasWork: false, usedSince: null, why: null },
    { ...other, usedSince: 1_795_172_316_000, why: 'lost' },
  ]);
  expect(JSON.stringify(instead)).toContain(
    'other-pool gives it since 2026-11-20T10:58:36.000Z, and not ltc-regtest, which gave none',
  );
  const [waiting] = judgeSources([{ ...node, hasWork: false }, other]);
  expect(JSON.stringify(waiting)).toContain('ltc-regtest gives none now, and its miners wait for it');
  const [none] = judgeSources([
    { ...node, hasWork: false },
    { ...other, hasWork: false },
  ]);
  expect(JSON.stringify(none)).toContain('none of ltc-regtest, other-pool gives any');
  expect(judgeSources([])).toEqual([]);
});
