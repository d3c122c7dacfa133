import { expect, it } from 'vitest';
import { freePorts } from './free-port.ts';

it('gives no port twice, also where no program listens on it yet', async () => {
  const firsts = await Promise.all(Array.from({ length: 40 }, () => freePorts(4)));
  const all = firsts.flatMap((first) => [first, first + 1, first + 2, first + 3]);
  expect(new Set(all).size).toBe(160);
  await expect(freePorts(8)).rejects.toThrow('8 ports are more than 7');
});
