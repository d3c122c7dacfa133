import { expect, it } from 'vitest';
import { recordAfterMs } from './recording-pace.ts';

it('records again after twenty times what a recording took, within half a second and 1.5', () => {
  expect([1, 25, 26, 75, 76, 151].map((ms) => recordAfterMs(ms, 999))).toEqual([
    500, 500, 520, 1500, 1500, 1500,
  ]);
});

it('rests for three milliseconds a line from a thousand lines on, or twenty times what they took, up to a quarter of a minute', () => {
  expect([1000, 4000, 5000, 20_000].map((lines) => recordAfterMs(40, lines))).toEqual([
    3000, 12_000, 15_000, 15_000,
  ]);
  expect([150, 151, 800].map((ms) => recordAfterMs(ms, 1000))).toEqual([3000, 3020, 15_000]);
});
