import { expect, it } from 'vitest';
import { EarlierFirst } from '../../../domain/kernel/earlier-first.ts';
import { chooseNumber, type KnownNumbers } from './choose-number.ts';

const known: KnownNumbers = {
  next: 5,
  nextWaiting: 5,
  waitingAnywhere: 5,
  claimed: [],
  signed: [],
  own: [],
  others: [],
};

it.each([
  ['the next one', {}, 5],
  ['the one after those that wait', { nextWaiting: 7, claimed: [5, 6] }, 7],
  ['a gap that was left between them', { nextWaiting: 6, claimed: [5, 7] }, 6],
  ['the one under which it was signed, though it is used', { signed: [3], own: [3, 5] }, 3],
  ['the one under which it was signed, though another is free', { signed: [6] }, 6],
  ['the one that is kept for it', { own: [6], nextWaiting: 6 }, 6],
  ['another than is kept for it, where that is used', { own: [3] }, 5],
  [
    'none under which it was signed, where a transaction of the pool has it',
    { signed: [6], claimed: [6] },
    undefined,
  ],
  ['none of before, though it is claimed', { claimed: [4] }, 5],
] as const)('takes %s', (_name, more, number) => {
  expect(chooseNumber({ ...known, ...more })).toBe(number);
});

it.each([
  ['one that another payment keeps', { others: [5] }],
  ['one that no two nodes have yet', { claimed: [5] }],
  ['all that one node alone makes up', { next: 1000 }],
  ['the second of two', { nextWaiting: 6, claimed: [5], others: [6] }],
] as const)('waits behind %s', (_name, more) => {
  const choose = () => chooseNumber({ ...known, ...more });
  expect(choose).toThrow(EarlierFirst);
  expect(choose).toThrow('it has to leave first');
});

it('takes no number under which something waits that the pool does not know', () => {
  for (const more of [{ waitingAnywhere: 6 }, { nextWaiting: 7, waitingAnywhere: 7, claimed: [5] }])
    expect(() => chooseNumber({ ...known, ...more })).toThrow(
      'a transaction that the pool does not know waits',
    );
});
