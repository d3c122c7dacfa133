import { describe, expect, it } from 'vitest';
import { sha256d } from './proof-of-work.ts';

const header =
  '0100000081cd02ab7e569e8bcd9317e2fe99f2de44d49ab2b8851ba4a308000000000000e320b6c2fffc8d750423db8b1eb942ae710e951ed797f7affc8892b0f1fc122bc7f5d74df2b9441a42a14695';
const digest = '1dbd981fe6985776b644b173a4d0385ddc1aa2a829688d1e0000000000000000';

describe('sha256d', () => {
  it('hashes block 125552 of Bitcoin', () => {
    const output = new Uint8Array(32);
    sha256d(Buffer.from(header, 'hex'), output);
    expect(Buffer.from(output).toString('hex')).toBe(digest);
  });

  it.each([
    [
      'the first block of Bitcoin',
      '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c',
      '6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000',
    ],
    [
      '32 bytes of another pool’s suite (blackmennewstyle/miningcore, HashingTests.cs)',
      '80'.repeat(32),
      '4f4eb6dbba8198745a278997e154e8309b571259e33fce4d3a31adea39dc9173',
    ],
  ])('hashes %s', (_name, input, hash) => {
    const output = new Uint8Array(32);
    sha256d(Buffer.from(input, 'hex'), output);
    expect(Buffer.from(output).toString('hex')).toBe(hash);
  });

  it('may write over its own input and into a longer buffer', () => {
    const buffer = new Uint8Array(Buffer.from(header, 'hex'));
    sha256d(buffer, buffer);
    expect(Buffer.from(buffer.subarray(0, 32)).toString('hex')).toBe(digest);
    expect(Buffer.from(buffer.subarray(32)).toString('hex')).toBe(header.slice(64));
  });
});
