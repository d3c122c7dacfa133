import { expect, it } from 'vitest';
import { endOf } from './rehearsal-verdict.ts';

const held = { name: 'plain', found: 3, inChain: 2, credited: 2, orphaned: 1, lost: 0, invented: 0 };

it('has held where blocks and rewards are what nodes and wallet say', () => {
  expect(endOf([held], { same: 2, differ: 0 })).toEqual({
    lines: ['the wallet that watches the address has 2 credited blocks to the unit, and 0 otherwise', 'held'],
    hasHeld: true,
  });
  expect(endOf([held], { same: 1, differ: 1 }).hasHeld).toBe(false);
  expect(endOf([held, { ...held, lost: 1 }], { same: 2, differ: 0 }).hasHeld).toBe(false);
  expect(endOf([], { same: 2, differ: 0 }).hasHeld).toBe(false);
});

it('has not held where the wallet has compared nothing', () => {
  expect(endOf([held], { same: 0, differ: 0 })).toEqual({
    lines: [
      'the wallet that watches the address has 0 credited blocks to the unit, and 0 otherwise',
      'no credited block was compared with it',
      'NOT HELD',
    ],
    hasHeld: false,
  });
});

it('needs no wallet where no block was credited', () => {
  const lost = { ...held, found: 1, inChain: 0, credited: 0, orphaned: 1 };
  expect(endOf([lost], { same: 0, differ: 0 }).hasHeld).toBe(true);
});

it('says of a chain without a wallet that no reward was compared', () => {
  expect(endOf([held], undefined)).toEqual({
    lines: ['held by the word of the nodes; rewards were compared with no wallet'],
    hasHeld: true,
  });
  expect(endOf([{ ...held, invented: 1 }], undefined).lines).toEqual(['NOT HELD']);
});
