import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBelow, sha256d } from './block-header.ts';
import { NonceSieve } from './nonce-sieve.ts';

const noncesOf = (header: Buffer, target: Buffer, from: number, until: number): number[] => {
  const found: number[] = [];
  for (let nonce = from; nonce < until; nonce += 1) {
    header.writeUInt32LE(nonce, 76);
    if (isBelow(sha256d(header), target)) found.push(nonce);
  }
  return found;
};

describe('a sieve of nonces', () => {
  it('lets the nonce of the first Bitcoin block through, and none of the thousand before it', () => {
    const header = Buffer.from(
      '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d00000000',
      'hex',
    );
    const target = Buffer.from('00000000ffff'.padEnd(64, '0'), 'hex');
    const nonce = 2_083_236_893;
    expect(new NonceSieve(header, target).next(nonce - 1000, nonce + 1)).toBe(nonce);
    expect(new NonceSieve(header, target).next(nonce - 1000, nonce)).toBe(nonce);
    expect(new NonceSieve(header, target).next(nonce + 1, nonce + 1000)).toBe(nonce + 1000);
  });

  it('finds what hashing each nonce with node:crypto finds', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 80, maxLength: 80 }), (bytes) => {
        const header = Buffer.from(bytes);
        // A hash in sixteen, and a target whose lower words are full, so that nothing that is let through is above it.
        const target = Buffer.from('0f'.padEnd(64, 'f'), 'hex');
        const sieve = new NonceSieve(header, target);
        const found: number[] = [];
        for (let nonce = sieve.next(0, 300); nonce < 300; nonce = sieve.next(nonce + 1, 300))
          found.push(nonce);
        expect(found).toEqual(noncesOf(header, target, 0, 300));
      }),
    );
  });

  it('goes on to the last nonce there is, and shares the process with another', () => {
    const target = Buffer.from('0f'.padEnd(64, 'f'), 'hex');
    const [from, until] = [2 ** 32 - 98, 2 ** 32];
    const headers = [Buffer.alloc(80, 1), Buffer.alloc(80, 2)];
    const sieves = headers.map((header) => new NonceSieve(header, target));
    const found = headers.map((): number[] => []);
    const next = [from, from];
    while (next.some((nonce) => nonce < until))
      for (const [index, sieve] of sieves.entries()) {
        const nonce = sieve.next(next[index] ?? until, until);
        if (nonce < until) found[index]?.push(nonce);
        next[index] = nonce + 1;
      }
    expect(found).toEqual(headers.map((header) => noncesOf(header, target, from, until)));
    expect(found.map(({ length }) => length > 0)).toEqual([true, true]);
  });
});
