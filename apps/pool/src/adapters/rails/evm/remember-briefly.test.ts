import { expect, it } from 'vitest';
import { rememberBriefly } from './remember-briefly.ts';

it('asks once within five seconds, and again at once where it failed', async () => {
  let now = 0;
  let asked = 0;
  const read = rememberBriefly(
    async () => {
      asked += 1;
      if (asked === 1) throw new Error('silent');
      return asked;
    },
    () => now,
  );
  await expect(read()).rejects.toThrow('silent');
  expect([await read(), await read()]).toEqual([2, 2]);
  now = 5000;
  expect(await read()).toBe(3);
});
