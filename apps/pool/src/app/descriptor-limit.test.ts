import { expect, it } from 'vitest';
import { connectionsFor } from './descriptor-limit.ts';

it('leaves descriptors to everything but miners', () => {
  const limits = (soft: string) =>
    `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${soft}                1048576              files\n`;
  expect(connectionsFor(limits('1024'))).toBe(614);
  expect(connectionsFor(limits('65536'))).toBe(20_000);
  expect(connectionsFor(limits('unlimited'))).toBe(20_000);
  expect(connectionsFor(undefined)).toBe(20_000);
});
