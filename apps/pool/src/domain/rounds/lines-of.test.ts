import { expect, it } from 'vitest';
import { linesOf } from './lines-of.ts';

it.each([
  ['', []],
  ['a', ['a']],
  ['a b\nc', ['a b', 'c']],
  ['a\n\nb\n', ['a', '', 'b']],
])('%j has the lines %j', (text, lines) => {
  expect([...linesOf(text)]).toEqual(lines);
});
