import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { type KaspaHeader, kaspaBlockHash, kaspaPrePowHash, printKaspaHeader } from './kaspa-header.ts';
import { bytesOf } from './testing/vectors.ts';

const zero = new Uint8Array(32);

/** The first block of the main network: rusty-kaspa, consensus/core/src/config/genesis.rs. */
const genesis: KaspaHeader = {
  version: 0,
  parents: [],
  merkleRoot: bytesOf('8ec898568c6801d13df4ee6e2a1b54b7e6236f671f20954f05306410518eeb32'),
  acceptedRoot: zero,
  utxoCommitment: bytesOf('710f27df423e63aa6cdb72b89ea5a06cffa399d66f167704455b5af59def8e20'),
  timestamp: 1637609671037n,
  bits: 486722099,
  nonce: 0x3392cn,
  daaScore: 1312860n,
  blueScore: 0n,
  blueWork: 0n,
  pruningPoint: zero,
};

describe('the header of Kaspa', () => {
  it('names the first block of the main network', () => {
    expect(bytesToHex(kaspaBlockHash(genesis))).toBe(
      '58c2d4199e21f910d1571d114969cecef48f09f934d42ccb6a281a15868f2999',
    );
  });

  it('gives miners the hash of vectors/kheavyhash.json for it', () => {
    expect(bytesToHex(kaspaPrePowHash(genesis))).toBe(
      '3d1d345b2265f488eacc9e3d4fdd26fb9a57a73c11abe9b9fbe34a31c939989f',
    );
  });

  it('writes parents by level, and blue work without leading zeros behind its length', () => {
    const parent = new Uint8Array(32).fill(7);
    const bytes = bytesToHex(
      printKaspaHeader({ ...genesis, parents: [[parent, parent], []], blueWork: 0x1ffn }),
    );
    expect(bytes.slice(0, 36)).toBe('000002000000000000000200000000000000');
    expect(bytes.slice(36 + 128, 36 + 128 + 16)).toBe('0000000000000000');
    expect(bytes.slice(-84, -64)).toBe('020000000000000001ff');
  });
});
