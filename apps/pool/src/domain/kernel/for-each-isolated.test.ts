import { expect, it } from 'vitest';
import { forEachIsolated, forEachPageIsolated } from './for-each-isolated.ts';

it('gives every item its turn, and throws what failed when all have had theirs', async () => {
  const done: number[] = [];
  const work = async (item: number): Promise<void> => {
    if (item % 2 === 0) throw new Error(`no ${item}`);
    done.push(item);
  };
  await expect(forEachIsolated([1, 2, 3], work)).rejects.toThrow('no 2');
  await expect(forEachIsolated([4, 5, 6], work)).rejects.toThrow('2 of 3 failed');
  await forEachIsolated([7], work);
  expect(done).toEqual([1, 3, 5, 7]);
});

it('reads on past what fails until a page’s worth was done, and tells of ten failures at most', async () => {
  const done: number[] = [];
  const pages: (number | undefined)[] = [];
  const readPage = async (after: number | undefined): Promise<number[]> => {
    pages.push(after);
    return Array.from({ length: 5 }, (_, index) => (after ?? 0) + index + 1).filter((item) => item <= 33);
  };
  const failingUntil = (last: number) =>
    forEachPageIsolated(5, readPage, async (item) => {
      if (item <= last) throw new Error(`no ${item}`);
      done.push(item);
    });
  const error: unknown = await failingUntil(12).catch((thrown: unknown) => thrown);
  expect(done).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
  expect(pages).toEqual([undefined, 5, 10, 15]);
  expect(error).toBeInstanceOf(AggregateError);
  expect((error as AggregateError).message).toBe('12 of 20 failed');
  expect((error as AggregateError).errors).toHaveLength(10);
  pages.length = 0;
  await expect(failingUntil(33)).rejects.toThrow('33 of 33 failed');
  expect(pages.at(-1)).toBe(30);
});
