import { expect, it } from 'vitest';
import { sweepTurns, SweepTurns } from './sweep-turns.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
/** What the turns of a second have, from its first one on. */
const second = (turns: SweepTurns<number>, all: number[]): number[][] =>
  numbers(sweepTurns).map(() => [...turns.next(all)]);
/** The first second has passed but for its end. */
const begun = (): SweepTurns<number> => {
  const turns = new SweepTurns<number>();
  for (let turn = 1; turn < sweepTurns; turn += 1) expect(turns.next(numbers(5000))).toEqual([]);
  return turns;
};

it('looks at five thousand connections in ten equal turns, at each once a second', () => {
  const turns = begun();
  const first = second(turns, numbers(5000));
  expect(first.map(({ length }) => length)).toEqual([500, 500, 500, 500, 500, 500, 500, 500, 500, 500]);
  expect(first.flat()).toEqual(numbers(5000));
  expect(second(turns, numbers(5000)).flat()).toEqual(numbers(5000));
});

it('looks at a hundred at once, and at none twice where they are not a multiple', () => {
  const turns = begun();
  expect(second(turns, numbers(100)).map(({ length }) => length)).toEqual([100, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(second(turns, numbers(1003)).flat()).toEqual(numbers(1003));
});

it('leaves who comes within a second to the next one', () => {
  const turns = begun();
  const all = numbers(3);
  expect(turns.next(all)).toEqual([0, 1, 2]);
  all.push(3);
  for (let turn = 1; turn < sweepTurns; turn += 1) expect(turns.next(all)).toEqual([]);
  expect(turns.next(all)).toEqual([0, 1, 2, 3]);
});
