import { describe, expect, it } from 'vitest';
import { nextOption } from './next-option.ts';

// Three columns: a row of two, then, below a heading, a row of three and a row of one.
const boxes = [
  { left: 0, top: 0 },
  { left: 200, top: 0 },
  { left: 0, top: 90 },
  { left: 200, top: 90 },
  { left: 400, top: 90 },
  { left: 0, top: 140 },
];

describe('nextOption', () => {
  it.each([
    ['ArrowDown', 1, 3],
    ['ArrowDown', 4, 5],
    ['ArrowDown', 5, 5],
    ['ArrowUp', 4, 1],
    ['ArrowUp', 0, 0],
    ['ArrowRight', 1, 2],
    ['ArrowRight', 5, 5],
    ['ArrowLeft', 2, 1],
    ['ArrowLeft', 0, 0],
    ['Home', 3, 3],
  ])('%s from %i leads to %i', (key, from, to) => {
    expect(nextOption(boxes, from, key)).toBe(to);
  });

  it('starts at the first where nothing is highlighted', () => {
    expect(nextOption(boxes, 9, 'ArrowDown')).toBe(0);
  });
});
