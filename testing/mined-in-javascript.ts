import { bitcoinWork } from './bitcoin-work.ts';
import { PROOFS } from './block-header.ts';
import { kaspaWork } from './kaspa-work.ts';
import type { MinerWork } from './miner-work.ts';

/** What JavaScript hashes at a usable rate. */
export const MINER_WORK = {
  sha256: bitcoinWork(PROOFS.sha256, {
    hashesBetweenLooks: 256,
    // What suites expect of a miner: a share of the first difficulty in some seconds, and few enough that difficulty hardly rises.
    perSecondMax: 600_000,
  }),
  scrypt: bitcoinWork(PROOFS.scrypt, { hashesBetweenLooks: 8 }),
  kheavyhash: kaspaWork,
} satisfies Record<string, MinerWork>;
