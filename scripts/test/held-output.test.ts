import { expect, it } from 'vitest';
import { HeldOutput } from './held-output.ts';

it('holds what is printed until it is released, keeps its order, and then holds nothing', () => {
  const printed: string[] = [];
  const held = new HeldOutput((chunk) => printed.push(Buffer.from(chunk).toString()));
  held.write(Buffer.from('one'));
  held.write(Buffer.from('two'));
  expect(printed).toEqual([]);
  held.release();
  held.write(Buffer.from('three'));
  held.release();
  expect(printed).toEqual(['one', 'two', 'three']);
});
