import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { UpstreamJob } from '../../upstream/client-dialect.ts';
import { bytesOf } from '../../upstream/read-terms.ts';
import type { BitcoinFound, BitcoinWork } from './bitcoin-client.ts';
import { nameBitcoinBlock } from './block-name.ts';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const sha256d = (input: Uint8Array, output: Uint8Array): void => output.set(sha256(sha256(input)));
const bytes = (digits: string): Uint8Array => bytesOf(digits) ?? new Uint8Array(0);

/** Block 1 of Bitcoin's main network, whose coinbase is all that it has: four bytes of its script stand for the extranonces. */
const coinbase = {
  before: '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff07',
  prefix: '04ffff',
  free: '001d0104',
  behind:
    'ffffffff0100f2052a0100000043410496b538e853519c726a2c91e61ec11600ae1390813a627c66fb8be7947be63c52da7589379515d4e0a604f8141781e62294721166bf621e73a82cbf2342c858eeac00000000',
};
const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const job: UpstreamJob<BitcoinWork> = {
  id: '1',
  clean: true,
  target: 1n,
  networkTarget: 1n,
  room: { prefix: coinbase.prefix, freeBytes: 4 },
  content: '',
  versionMask: 0,
  work: {
    version: 1,
    previousHash: bytes(genesis).toReversed(),
    coinbasePrefix: bytes(coinbase.before),
    coinbaseSuffix: bytes(coinbase.behind),
    merkleBranch: [],
    bits: 0x1d00ffff,
    time: 1_231_469_665,
  },
};
const found: BitcoinFound = { free: coinbase.free, time: 1_231_469_665, nonce: 2_573_394_689, version: 1 };

describe('what nodes call the block that a share is', () => {
  it('is what they call block 1 of Bitcoin', () => {
    expect(nameBitcoinBlock(job, found, sha256d)).toEqual({
      hash: '00000000839a8e6886ab5951d76f411475428afc90947ee320161bbf18eb6048',
      parent: genesis,
    });
  });

  it('follows from every part of the share', () => {
    const name = nameBitcoinBlock(job, found, sha256d)?.hash;
    for (const other of [
      { ...found, free: '00000000' },
      { ...found, time: 1 },
      { ...found, nonce: 1 },
      { ...found, version: 2 },
    ])
      expect(nameBitcoinBlock(job, other, sha256d)?.hash).not.toBe(name);
    const branch = { ...job, work: { ...job.work, merkleBranch: [new Uint8Array(32)] } };
    expect(nameBitcoinBlock(branch, found, sha256d)?.hash).not.toBe(name);
  });

  it('is nothing where its extranonces are no digits', () => {
    expect(nameBitcoinBlock(job, { ...found, free: 'zz' }, sha256d)).toBeUndefined();
  });
});
