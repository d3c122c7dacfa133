import { expect, it } from 'vitest';
import { checkedNames } from './checked-here.ts';

it.each([
  [['SHA-256'], 'SHA-256'],
  [['SHA-256', 'Scrypt'], 'SHA-256 or Scrypt'],
  [['SHA-256', 'Scrypt', 'Ethash'], 'SHA-256 or one of 2 others'],
])('names %j as %s', (names, words) => {
  expect(checkedNames(names)).toBe(words);
});
