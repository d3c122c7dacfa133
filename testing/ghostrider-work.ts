import { createGhostriderHasher, type GhostriderHasher } from '@openlode/pow/ghostrider';
import { ghostriderInstance } from '@openlode/pow/testing/wasm';
import { bitcoinWork } from './bitcoin-work.ts';
import { PROOFS } from './block-header.ts';
import type { MinerWork } from './miner-work.ts';

let hasher: GhostriderHasher | undefined;

/** Work of GhostRider: Bitcoin's headers, at the scale of Scrypt. */
export const ghostriderWork: MinerWork = {
  ...bitcoinWork(
    {
      ...PROOFS.scrypt,
      hash: (header) => {
        if (hasher === undefined) throw new Error('the hasher is not open');
        return hasher.hash(header).toReversed();
      },
    },
    { hashesBetweenLooks: 1 },
  ),
  prepare: async () => {
    hasher ??= await createGhostriderHasher(ghostriderInstance());
  },
};
