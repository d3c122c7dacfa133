import { expect, it } from 'vitest';
import { fuzzKaspa } from '../../testing/fuzz-kaspa.ts';

const linesMin = 1_000_000;

it('sessions of the Kaspa family stay sound for a million lines', { timeout: 3_600_000 }, () => {
  let lines = 0;
  while (lines < linesMin) lines += fuzzKaspa(30).lines;
  expect(lines).toBeGreaterThanOrEqual(linesMin);
});
