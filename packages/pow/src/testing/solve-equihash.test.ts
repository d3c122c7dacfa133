import { expect, it } from 'vitest';
import { type EquihashForm, judgeIndices, unpackIndices } from '../equihash.ts';
import { packIndices, solveEquihash } from './solve-equihash.ts';

const small: EquihashForm = { n: 96, k: 5, personalization: 'ZcashPoW' };

it('finds solutions that the verifier takes, and writes them as they are read', () => {
  const inputs = Array.from({ length: 3 }, (_, nonce) => new Uint8Array(140).fill(nonce));
  const found = inputs.flatMap((input) => solveEquihash(small, input).map((indices) => ({ input, indices })));
  expect(found.length).toBeGreaterThan(0);
  for (const { input, indices } of found) {
    expect(judgeIndices(small, input, indices)).toBeUndefined();
    expect(unpackIndices(small, packIndices(small, indices))).toEqual(indices);
  }
});
