import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { atMost53Bits } from '@openlode/stratum/core/difficulty';
import type { NodePoolKind } from '../domain/kernel/pool-kind.ts';

/** The work of a block of a test network, in expected hashes, which a heavier share would hide. */
export const lightestTestShare = 2n;

/**
 * The least work of a share on a pool of nodes, in expected hashes, and what miners begin with: on a real network a second of the slowest machine
 * of the catalogue, whose blocks take far more; its difficulty rises from there.
 */
export function lightestShareOf(kind: NodePoolKind, algorithm: string): bigint {
  if (kind === 'regtest') return lightestTestShare;
  const rates = findAlgorithm(algorithm)?.hardware.map(({ hashrate }) => Number(hashrate)) ?? [];
  const slowest = BigInt(Math.ceil(Math.min(...rates)));
  return atMost53Bits(slowest > lightestTestShare ? slowest : lightestTestShare);
}
