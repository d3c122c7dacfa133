import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { frameBlock } from './build-template.ts';
import { freeBytes, pushOfHeight } from './coinbase.ts';
import { toDisplay } from './hash-text.ts';
import { readBlock } from './read-block.ts';
import { readTemplate } from './read-template.ts';
import { sha256d } from './sha256d.ts';
import { height131, height432, type RecordedTemplate } from './testing/recorded.ts';

const payee = {
  script: Buffer.from('00142bf82e71f54d684ce25115d30b9399273275bad0', 'hex'),
  tag: '/Openlode test/',
};
const frameOf = ({ answer }: RecordedTemplate) =>
  frameBlock('ltc-regtest', readTemplate(answer, { rules: ['segwit', 'mweb'] }), payee);
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe.each([
  ['three payments', height131],
  ['an extension block', height432],
])('a recorded block with %s', (_name, recorded) => {
  const header = Buffer.from(recorded.header, 'hex');
  const coinbase = Buffer.from(recorded.coinbase, 'hex');

  it('is built byte for byte as the node built it', () => {
    const block = frameOf(recorded).submissionOf(header, coinbase);
    expect(hash('sha256', block)).toBe(recorded.blockDigest);
    expect(readBlock(block).hash).toBe(recorded.hash);
  });

  it('has the merkle root of the node', () => {
    const root = frameOf(recorded).merkleBranch.reduce<Uint8Array>(
      (left, right) => sha256d(Buffer.concat([left, right])),
      sha256d(coinbase),
    );
    expect(hexOf(root)).toBe(hexOf(header.subarray(36, 68)));
  });
});

describe('the coinbase of a recorded template', () => {
  it('names height and pool, and pays everything to the one address', () => {
    const frame = frameOf(height432);
    expect(hexOf(frame.coinbasePrefix)).toBe(
      `0100000001${'00'.repeat(32)}ffffffff2c02b00118`, // 44 bytes of script; height 432; a push of the 24 free bytes
    );
    expect(hexOf(frame.coinbaseSuffix)).toBe(
      `0f${Buffer.from('/Openlode test/').toString('hex')}ffffffff02` +
        '1a92814a0000000016' + // 1,250,005,530 satoshis
        '00142bf82e71f54d684ce25115d30b9399273275bad0' +
        '0000000000000000266a24aa21a9edd4f9709b3973fffaa49775d212d6a8c1b26d76aaeda90cace0813e03f1a28338' +
        '00000000',
    );
  });

  it('is counted again from the stored block', () => {
    const frame = frameOf(height432);
    const coinbase = Buffer.concat([frame.coinbasePrefix, Buffer.alloc(freeBytes, 7), frame.coinbaseSuffix]);
    const block = frame.submissionOf(Buffer.from(height432.header, 'hex'), coinbase);
    expect(readBlock(block).value).toBe(1_250_005_530n);
  });

  it('has work, height and the block below of the template', () => {
    const { height, previousHash, bits, version, networkWork } = frameOf(height131);
    expect({ height, bits, version, networkWork, previous: toDisplay(previousHash) }).toEqual({
      height: 131,
      bits: 0x207fffff,
      version: 0x20000000,
      networkWork: 2n,
      previous: 'b5c5288952f80e8414e482e4953eeeb85f24227b3f39f20c3e76afe3f3d051d6',
    });
  });
});

it.each([
  [0, '00'],
  [1, '51'],
  [16, '60'],
  [17, '0111'],
  [127, '017f'],
  [128, '028000'],
  [432, '02b001'],
  [32_767, '02ff7f'],
  [32_768, '03008000'],
  [840_000, '0340d10c'],
])('pushes height %d as nodes compare it', (height, expected) => {
  expect(hexOf(pushOfHeight(height))).toBe(expected);
});
