import { expect, it } from 'vitest';
import { chooseOutputs } from './choose-outputs.ts';

const outputs = [5n, 1n, 20n, 8n, 3n].map((value, at) => ({ image: `i${at}`, value }));
const chosen = (needed: bigint): readonly bigint[] | string => {
  const choice = chooseOutputs(outputs, needed);
  return choice.kind === 'chosen' ? choice.outputs.map(({ value }) => value) : choice.kind;
};

it('takes the smallest output that is enough alone', () => {
  expect(chosen(1n)).toEqual([1n]);
  expect(chosen(4n)).toEqual([5n]);
  expect(chosen(20n)).toEqual([20n]);
});

it('takes the largest ones where none is, of which none can be left out', () => {
  expect(chosen(21n)).toEqual([20n, 8n]);
  expect(chosen(29n)).toEqual([20n, 8n, 5n]);
  expect(chosen(37n)).toEqual([20n, 8n, 5n, 3n, 1n]);
});

it('says what is missing, and where there are too many', () => {
  expect(chooseOutputs(outputs, 40n)).toEqual({ kind: 'short', missing: 3n });
  const dust = Array.from({ length: 101 }, (_, at) => ({ image: `i${at}`, value: 1n }));
  expect(chooseOutputs(dust, 101n)).toEqual({ kind: 'too-many' });
  expect(chooseOutputs(dust, 100n)).toMatchObject({ kind: 'chosen' });
});
