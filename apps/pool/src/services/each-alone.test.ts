import { expect, it } from 'vitest';
import { eachAlone } from './each-alone.ts';

it('gives every item its turn, and throws what failed when all have had theirs', async () => {
  const done: number[] = [];
  const work = async (item: number): Promise<void> => {
    if (item % 2 === 0) throw new Error(`no ${item}`);
    done.push(item);
  };
  await expect(eachAlone([1, 2, 3], work)).rejects.toThrow('no 2');
  await expect(eachAlone([4, 5, 6], work)).rejects.toThrow('2 of 3 failed');
  await eachAlone([7], work);
  expect(done).toEqual([1, 3, 5, 7]);
});
