import { describe, expect, it } from 'vitest';
import {
  headerOf,
  isBelow,
  readNotify,
  sha256d,
  targetOfDifficulty,
  workOfDifficulty,
} from './block-header.ts';

/** The header with this nonce, hashed, as block explorers print it. */
function hashWith(header: Buffer, nonceHex: string): string {
  header.writeUInt32LE(Number.parseInt(nonceHex, 16), 76);
  return sha256d(header).reverse().toString('hex');
}

describe('the header of a job', () => {
  it('is that of the first Bitcoin block, given its parts', () => {
    const job = readNotify([
      '1',
      '0'.repeat(64),
      '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d',
      '455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e6420' +
        '6261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a8' +
        '28e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
      [],
      '00000001',
      '1d00ffff',
      '495fab29',
      true,
    ]);
    const header = headerOf(job, '04ffff00', '1d0104');
    expect(hashWith(header, '7c2bac1d')).toBe(
      '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    );
  });

  it('puts previous hash and merkle branch together as minerd does, whose shares of difficulty 0.002 these are', () => {
    const job = readNotify([
      '1',
      'ae9fe3489e9b7edbe9a499d37450597327c23f2cb1be74e48b732770f5342396',
      '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff1b02010004777777772f706f6f6c2f',
      'ffffffff0100f2052a010000001976a914000000000000000000000000000000000000000088ac00000000',
      ['ce6cb300f8dfbc717d82c7679c8cfc1cfcfce8ae8660939a62575232424ba230'],
      '20000000',
      '1d00ffff',
      '6b001eab',
      true,
    ]);
    const target = targetOfDifficulty(0.002);
    for (const nonce of ['717a1f00', '55cd4a00', '444bdd00']) {
      const hash = hashWith(headerOf(job, 'f0000001', '00000000'), nonce);
      expect(isBelow(Buffer.from(hash, 'hex').reverse(), target)).toBe(true);
    }
    const other = hashWith(headerOf(job, 'f0000001', '00000001'), '717a1f00');
    expect(isBelow(Buffer.from(other, 'hex').reverse(), target)).toBe(false);
  });
});

describe('targets and work', () => {
  it.each([
    [1, '00000000ffff0000000000000000000000000000000000000000000000000000', 4_294_967_296n],
    [2, '000000007fff8000000000000000000000000000000000000000000000000000', 8_589_934_592n],
    [2 ** -16, '0000ffff00000000000000000000000000000000000000000000000000000000', 65_536n],
    [2 ** -32, 'ffff000000000000000000000000000000000000000000000000000000000000', 1n],
    [2 ** -33, 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 1n],
  ])('of difficulty %s', (difficulty, target, work) => {
    expect(targetOfDifficulty(difficulty).toString('hex')).toBe(target);
    expect(workOfDifficulty(difficulty)).toBe(work);
  });

  it('a hash on the target counts, one above it does not', () => {
    const target = targetOfDifficulty(1);
    const hash = Buffer.from(target).reverse();
    expect(isBelow(hash, target)).toBe(true);
    hash[0] = 1;
    expect(isBelow(hash, target)).toBe(false);
  });
});
