import type { EthashInput, EthashVerdict } from '@openlode/stratum/dialects/ethereum/jobs';
import { type HeaderRules, type SealedBlock } from './header-family.ts';

const noLimit = new Uint8Array(32).fill(255);

/** The rules of a chain of Ethereum's family: the seal is a nonce of 64 bits, least significant byte first. */
export function ethereumRules(
  verify: (input: EthashInput) => Promise<EthashVerdict>,
  family: 'ethereum' | 'kawpow' = 'ethereum',
): HeaderRules {
  return {
    family,
    sealBytes: 8,
    proofOf: async ({ work, seal, height }: SealedBlock) => {
      const nonce = Buffer.from(seal).readBigUInt64LE();
      const { hash } = await verify({ headerHash: work, nonce, height, mix: undefined, limit: noLimit });
      return BigInt(`0x${Buffer.from(hash).toString('hex')}`);
    },
  };
}
