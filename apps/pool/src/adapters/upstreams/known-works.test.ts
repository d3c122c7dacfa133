import { difficultyScale, targetOfWork } from '@openlode/stratum/core/difficulty';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KnownWorks } from './known-works.ts';

const randomx = difficultyScale(1n << 256n);
const sha256 = difficultyScale(0xffffn << 208n);

it('gives back the work of a target, also where that is a few hashes', () => {
  const works = new KnownWorks();
  for (const work of [2n, 3n, 4n, 1000n, 50_001n]) expect(works.of(targetOfWork(work, randomx))).toBe(work);
  for (const work of [2n, 64n, 4096n]) expect(works.of(targetOfWork(work, sha256))).toBe(work);
  fc.assert(
    fc.property(fc.bigInt(1n, 1n << 52n), (work) => works.of(targetOfWork(work, randomx)) === work),
    { numRuns: 50 },
  );
});
