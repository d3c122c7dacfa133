import { describe, expect, it } from 'vitest';
import { bytesOfHex, hexOfBytes } from '../../wire/hex.ts';
import { buildJob } from '../../testing/session-kit.ts';
import { sha256d } from '../../testing/sha256d.ts';
import { notifyParams, swapWords } from './job.ts';
import { createShareScratch, hashShare } from './share-hash.ts';

const bytes = (text: string) => bytesOfHex(text, text.length / 2) ?? new Uint8Array(0);

describe('hashShare', () => {
  it('builds the first block of Bitcoin from its coinbase, with 8 bytes of the headline as extranonces', () => {
    const job = buildJob({
      version: 1,
      previousHash: new Uint8Array(32),
      coinbasePrefix: bytes(
        '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f6620',
      ),
      coinbaseSuffix: bytes(
        '61696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
      ),
      merkleBranch: [],
      bits: 0x1d00ffff,
      time: 1231006505,
    });
    const scratch = createShareScratch(job);
    const share = {
      extranonce1: 0x7365636f,
      extranonce2: 0x6e642062,
      time: 1231006505,
      nonce: 2083236893,
      version: 1,
    };
    hashShare(job, scratch, share, sha256d);
    expect(hexOfBytes(scratch.header.subarray(36, 68).toReversed())).toBe(
      '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    );
    expect(hexOfBytes(scratch.hash.toReversed())).toBe(
      '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    );
    hashShare(job, scratch, { ...share, nonce: 2083236894 }, sha256d);
    expect(hexOfBytes(scratch.hash.toReversed())).not.toContain('00000000');
    hashShare(job, scratch, share, sha256d);
    expect(hexOfBytes(scratch.hash)).toBe('6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000');
  });

  it('swaps bytes within words of 32 bits, and back', () => {
    expect(hexOfBytes(swapWords(bytes('0011223344556677')))).toBe('3322110077665544');
    expect(hexOfBytes(swapWords(swapWords(bytes('0011223344556677'))))).toBe('0011223344556677');
  });

  it('prints a job the way miners read it', () => {
    const job = buildJob({
      id: '1f',
      previousHash: Uint8Array.from({ length: 32 }, (_, index) => index),
      coinbasePrefix: bytes('01ab'),
      coinbaseSuffix: bytes('cd02'),
      merkleBranch: [new Uint8Array(32).fill(0xee)],
      time: 0x6b001e44,
    });
    expect(notifyParams(job)).toEqual([
      '1f',
      '03020100070605040b0a09080f0e0d0c13121110171615141b1a19181f1e1d1c',
      '01ab',
      'cd02',
      ['ee'.repeat(32)],
      '20000000',
      '1d00ffff',
      '6b001e44',
      true,
    ]);
  });
});
