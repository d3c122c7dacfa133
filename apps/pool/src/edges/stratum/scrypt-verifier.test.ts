import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createScryptVerifier } from './scrypt-verifier.ts';

/** The header of Litecoin's first block. */
const litecoinGenesis = Buffer.from(
  '010000000000000000000000000000000000000000000000000000000000000000000000d9ced4ed1130f7b7faad9be25323ffafa33232a17c3edf6cfd97bee6bafbdd97b9aa8e4ef0ff0f1ecd513f7c',
  'hex',
);

describe('the scrypt verifier', () => {
  it('proves the first block of Litecoin', async () => {
    const hash = await createScryptVerifier().verify(litecoinGenesis, 'a');
    expect(Buffer.from(hash).reverse().toString('hex')).toBe(
      '0000050c34a64b415b6b15b37f2216634b5b1669cb9a2e38d76f7213b0671e00',
    );
  });

  it('proves 32 bytes of another pool’s suite (blackmennewstyle/miningcore, HashingTests.cs)', async () => {
    const hash = await createScryptVerifier().verify(new Uint8Array(32).fill(0x80), 'a');
    expect(Buffer.from(hash).toString('hex')).toBe(
      'b546d334422ff5fff98e8ba847a55bbc06271c64bb5e21107b1b225f6579d40a',
    );
  });

  it('keeps the rest in line, and leaves the event loop free meanwhile', async () => {
    const verifier = createScryptVerifier(2);
    const proofs = Promise.all(Array.from({ length: 500 }, () => verifier.verify(litecoinGenesis, 'a')));
    expect(verifier.waiting()).toBe(498);
    const seen = new Set<number>();
    while (verifier.waiting() > 0) {
      await sleep(1);
      seen.add(verifier.waiting());
    }
    expect(new Set((await proofs).map((hash) => Buffer.from(hash).toString('hex'))).size).toBe(1);
    expect(verifier.waiting()).toBe(0);
    // Had they been verified on the loop, nothing would have been seen between the first and the last.
    expect(seen.size).toBeGreaterThan(5);
  });
});
