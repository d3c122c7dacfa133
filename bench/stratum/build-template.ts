import { randomBytes } from 'node:crypto';
import type { BitcoinTemplate } from '../../apps/pool/src/domain/kernel/block-template.ts';

/** Of the size and depth of a real block; so hard that no share solves it. */
export function buildTemplate(merkleBranches: number): BitcoinTemplate {
  return {
    family: 'bitcoin',
    chain: 'bench-sha256',
    height: 900_000,
    previousHash: randomBytes(32),
    coinbasePrefix: randomBytes(42),
    coinbaseSuffix: randomBytes(120),
    merkleBranch: Array.from({ length: merkleBranches }, () => randomBytes(32)),
    version: 0x20000000,
    bits: 0x17034219,
    time: Math.floor(Date.now() / 1000),
    networkWork: 1n << 78n,
    clean: true,
    submissionOf: (header, coinbase) => Buffer.concat([header, coinbase]),
  };
}
