import { describe, expect, it } from 'vitest';
import { createExtranonce1Pool } from './extranonce1-pool.ts';

describe('createExtranonce1Pool', () => {
  it('begins with the instance, and never gives what is live', () => {
    const pool = createExtranonce1Pool(0xf0);
    const first = pool.take();
    expect(first).toBe(0xf0000001);
    const taken = new Set(Array.from({ length: 5000 }, () => pool.take()));
    expect(taken.size).toBe(5000);
    expect(taken.has(first)).toBe(false);
    expect(pool.taken).toBe(5001);
  });

  it('takes numbers back and does not hand them out at once', () => {
    const pool = createExtranonce1Pool(1);
    const first = pool.take() ?? 0;
    pool.giveBack(first);
    expect(pool.taken).toBe(0);
    expect(pool.take()).toBe(0x01000002);
  });

  it('keeps two instances apart', () => {
    const [one, other] = [createExtranonce1Pool(1), createExtranonce1Pool(2)];
    const numbers = Array.from({ length: 2000 }, () => [one.take(), other.take()]).flat();
    expect(new Set(numbers).size).toBe(4000);
  });

  it('knows no instance outside of a byte', () => {
    expect(() => createExtranonce1Pool(256)).toThrow(RangeError);
    expect(() => createExtranonce1Pool(-1)).toThrow(RangeError);
  });

  it('gives a number back to who had it, as long as nobody else has it', () => {
    const pool = createExtranonce1Pool(3);
    const first = pool.take() ?? 0;
    expect(pool.claim(first)).toBe(false);
    pool.giveBack(first);
    expect(pool.claim(first)).toBe(true);
    expect(pool.claim(first)).toBe(false);
    expect(pool.claim(first + 1)).toBe(false);
    expect(pool.claim(1)).toBe(false);
    expect(pool.taken).toBe(1);
  });
});
