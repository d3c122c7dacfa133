import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTransaction } from './read-transaction.ts';

/** The first payment of Bitcoin, of block 170. */
const first =
  '0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000';
const firstId = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** The same with a witness of one element and, where wanted, an empty extension. */
function marked(flags: number, extension = ''): string {
  const body = first.slice(8, -8);
  const witness = (flags & 1) === 0 ? '' : '0102aabb';
  return `0100000000${flags.toString(16).padStart(2, '0')}${body}${witness}${extension}00000000`;
}

describe('readTransaction', () => {
  it('reads what is spent and paid, and computes the id', () => {
    const read = readTransaction(bytes(first));
    expect(read.txid).toBe(firstId);
    expect(read.inputs).toEqual([
      {
        coin: '0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9:0',
        sequence: 0xffff_ffff,
      },
    ]);
    expect(read.outputs.map(({ value }) => value)).toEqual([1_000_000_000n, 4_000_000_000n]);
    expect(read.outputs.map(({ script }) => script.length)).toEqual([67, 67]);
    expect(read.lockTime).toBe(0);
    expect(read.virtualBytes).toBe(275);
  });

  it.each([
    ['a witness', marked(1), 277],
    ['an empty extension', marked(8, '00'), 276],
    ['both', marked(9, '00'), 277],
  ] as const)('leaves %s out of the id', (_name, hex, size) => {
    const read = readTransaction(bytes(hex));
    expect(read.txid).toBe(firstId);
    expect(Buffer.from(read.stripped).toString('hex')).toBe(first);
    expect(read.virtualBytes).toBe(size);
  });

  it.each([
    ['nothing', ''],
    ['an extension that is not empty', marked(8, '01')],
    ['flags that are not known', marked(2)],
    ['no flags behind the marker', marked(0)],
    ['a byte more', `${first}00`],
    ['a byte less', first.slice(0, -2)],
    ['no input', '01000000000000000000'],
    ['a count in more bytes than it needs', first.replace('0100000001c997', '01000000fd0100c997')],
  ] as const)('refuses %s', (_name, hex) => {
    expect(() => readTransaction(bytes(hex))).toThrow(RangeError);
  });

  it.each([undefined, 'timed', 'sapling', 'nexa'] as const)(
    'reads random bytes of the form %s, or throws a RangeError',
    (form) => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), (random) => {
          try {
            readTransaction(random, form);
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
          }
        }),
      );
    },
  );
});
