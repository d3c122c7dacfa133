import { expect, it } from 'vitest';
import { recordAfterMs } from './recording-pace.ts';

it('records again after twenty times what a recording took, within half a second and 1.5, or 3 from a thousand lines on', () => {
  const after = (lines: number): number[] => [1, 25, 26, 75, 76, 151].map((ms) => recordAfterMs(ms, lines));
  expect(after(999)).toEqual([500, 500, 520, 1500, 1500, 1500]);
  expect(after(1000)).toEqual([500, 500, 520, 1500, 1520, 3000]);
});
