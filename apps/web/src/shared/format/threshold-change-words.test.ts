import { expect, it } from 'vitest';
import { thresholdChangeWords } from './threshold-change-words.ts';

it('says from when on another least payment holds', () => {
  expect(thresholdChangeWords(undefined, 'LTC')).toBeUndefined();
  expect(thresholdChangeWords({ amount: '0.02', timestamp: Date.UTC(2026, 11, 1) }, 'LTC')).toBe(
    'From 2026-12-01 00:00 UTC it is 0.02 LTC, because of the network’s fees.',
  );
});
