import { scrypt } from './scrypt.ts';
import type { RewardLine } from '../../domain/kernel/chain.ts';

/** An algorithm whose proof of work the sandbox has a chain for. */
export interface MinedAlgorithm {
  readonly code: string;
  /** About a second of hashing in JavaScript, in expected hashes. */
  readonly lightestShare: bigint;
  /** The least that a block takes: some twenty seconds of it. */
  readonly blockWorkMin: bigint;
  /** In units of 10^-18; so that a lone CPU reaches the minimum of most coins within ten minutes: about ten dollars. */
  readonly rewards: readonly [RewardLine, ...RewardLine[]];
  /** Where the proof of work is another hash than the header's SHA-256d. */
  readonly proofOfWork?: (header: Uint8Array) => Uint8Array;
}

export const minedAlgorithms: readonly MinedAlgorithm[] = [
  {
    code: 'sha256',
    lightestShare: 2n ** 19n,
    blockWorkMin: 2n ** 23n,
    rewards: [{ asset: 'BTC', amount: 10n ** 14n }],
  },
  {
    code: 'scrypt',
    lightestShare: 2n ** 12n,
    blockWorkMin: 2n ** 16n,
    // Merged mining: one block of work earns on three chains.
    rewards: [
      { asset: 'LTC', amount: 5n * 10n ** 16n },
      { asset: 'DOGE', amount: 10n * 10n ** 18n },
      { asset: 'BELLS', amount: 10n ** 18n },
    ],
    proofOfWork: scrypt,
  },
];
