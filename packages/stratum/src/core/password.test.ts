import { expect, it } from 'vitest';
import { difficultyInPassword } from './password.ts';

it.each([
  ['d=1024', 1024],
  ['x,d=1024', 1024],
  ['x;D=0.5', 0.5],
  ['x d=8,c=KAS', 8],
  ['d=1,d=2', 1],
  ['d=0', 0],
  ['d=999999999999999', 999_999_999_999_999],
])('the difficulty in %j is %d', (password, difficulty) => {
  expect(difficultyInPassword(password)).toBe(difficulty);
});

it.each([
  ['x'],
  [''],
  ['d='],
  ['d=1e9'],
  ['d=-1'],
  ['d=+1'],
  ['d=.5'],
  ['d=5.'],
  ['d=0x10'],
  ['md=1024'],
  ['d=1024x'],
  ['d=1234567890123456'],
  [`${'x'.repeat(252)},d=10`],
  [1024],
  [null],
  [undefined],
  [['d=1024']],
])('there is none in %j', (password) => {
  expect(difficultyInPassword(password)).toBeUndefined();
});
