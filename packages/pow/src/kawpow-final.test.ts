import { expect, it } from 'vitest';
import { kawpowFinal } from './kawpow-final.ts';
import kawpow from './vectors/kawpow.json' with { type: 'json' };

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

const hashed = kawpow.vectors.filter(({ final_hash: hash }) => hash !== undefined);

it.each(hashed)('names what its mix gives: $name', ({ header_hash, nonce, mix_hash, final_hash }) => {
  const named = kawpowFinal(bytesOf(header_hash ?? ''), BigInt(`0x${nonce}`), bytesOf(mix_hash ?? ''));
  expect(Buffer.from(named).toString('hex')).toBe(final_hash);
});

it('is of the mix, of the nonce and of the header', () => {
  const zero = new Uint8Array(32);
  const one = new Uint8Array(32).fill(1);
  const texts = [
    kawpowFinal(zero, 0n, zero),
    kawpowFinal(one, 0n, zero),
    kawpowFinal(zero, 1n, zero),
    kawpowFinal(zero, 1n << 63n, zero),
    kawpowFinal(zero, 0n, one),
  ].map((hash) => Buffer.from(hash).toString('hex'));
  expect(new Set(texts).size).toBe(5);
  expect(() => kawpowFinal(zero, 0n, new Uint8Array(31))).toThrow('a hash has 32 bytes, not 31');
});
