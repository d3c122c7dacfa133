import { targetOfBits } from '@openlode/stratum/core/difficulty';
import type { BitcoinTemplate } from '../../../../domain/kernel/block-template.ts';
import { freeBytes } from '../coinbase.ts';
import { toDisplay } from '../hash-text.ts';
import { sha256d } from '../sha256d.ts';

/** A block of a template, searched as a miner would: on a test network every second hash is one. */
export function solve(
  template: BitcoinTemplate,
  proof: (header: Uint8Array) => Uint8Array,
  salt: number,
): { hash: string; submission: Uint8Array } {
  const coinbase = Buffer.concat([
    template.coinbasePrefix,
    Buffer.alloc(freeBytes, salt),
    template.coinbaseSuffix,
  ]);
  const root = template.merkleBranch.reduce<Uint8Array>(
    (left, right) => sha256d(Buffer.concat([left, right])),
    sha256d(coinbase),
  );
  const header = Buffer.alloc(80);
  header.writeUInt32LE(template.version, 0);
  header.set(template.previousHash, 4);
  header.set(root, 36);
  header.writeUInt32LE(template.time, 68);
  header.writeUInt32LE(template.bits, 72);
  const target = targetOfBits(template.bits);
  for (let nonce = 0; ; nonce += 1) {
    header.writeUInt32LE(nonce, 76);
    if (BigInt(`0x${toDisplay(proof(header))}`) <= target) break;
  }
  return { hash: toDisplay(sha256d(header)), submission: template.submissionOf(header, coinbase) };
}
