import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockId, hashingBlob } from './block-id.ts';
import { readBlock } from './read-block.ts';
import { height92 } from './testing/recorded.ts';
import { ByteReader, varint } from './varint.ts';

const bytes = (hex: unknown): Uint8Array => new Uint8Array(Buffer.from(String(hex), 'hex'));
const block = bytes(height92.answer['blocktemplate_blob']);

describe('a block of Monero', () => {
  it('is read as its node wrote it', () => {
    const parts = readBlock(block);
    expect(parts).toMatchObject({ major: 16, time: 1795462673n, nonceAt: 39, headerEnd: 43 });
    expect(parts.transactions).toHaveLength(4);
    expect(parts.minerTransaction).toMatchObject({ version: 2, height: 92, unlockHeight: 152n });
    expect(parts.minerTransaction.outputs).toMatchObject([{ amount: height92.reward, hasViewTag: true }]);
  });

  it('gives the bytes that its node gives to miners, and its name', () => {
    const blob = hashingBlob(block, readBlock(block));
    expect(Buffer.from(blob).toString('hex')).toBe(height92.answer['blockhashing_blob']);
    expect(blockId(bytes(height92.work.replace(/^(.{78})00000000/, '$101020304')))).toBe(height92.hash);
  });

  it('is refused where a byte is missing or too many, with nothing but a RangeError', () => {
    for (let length = 0; length < block.length; length += 1)
      expect(() => readBlock(block.slice(0, length))).toThrow(RangeError);
    expect(() => readBlock(Uint8Array.of(...block, 0))).toThrow('there are bytes behind the block');
    fc.assert(
      fc.property(fc.nat(block.length - 1), fc.nat(255), (at, value) => {
        const broken = block.slice();
        broken[at] = value;
        try {
          readBlock(broken);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});

describe('numbers of seven bits a byte', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (value) => {
        const reader = new ByteReader(varint(value));
        expect(reader.varint()).toBe(value);
        expect(reader.isAtEnd).toBe(true);
      }),
    );
  });

  it.each([
    ['8000', 'a number has a needless byte'],
    ['ffffffffffffffffffff01', 'a number has more than 64 bits'],
    ['ffffffffffffffffff02', 'a number has more than 64 bits'],
    ['80', 'the bytes end too early'],
  ])('%s is refused: %s', (digits, why) => {
    expect(() => new ByteReader(bytes(digits)).varint()).toThrow(why);
  });
});
