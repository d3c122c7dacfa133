import type { HashInto } from '../../core/hash-into.ts';
import type { BlockName, Solution, UpstreamJob } from '../../upstream/client-dialect.ts';
import { bytesOf } from '../../upstream/read-terms.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import type { Job } from './job.ts';
import { type HeaderNumbers, headerOf } from './share-hash.ts';

/** What of a job is in its blocks. */
type BlockWork = Pick<Job, 'previousHash' | 'coinbasePrefix' | 'coinbaseSuffix' | 'merkleBranch' | 'bits'>;

/**
 * What nodes call the block that a share is: the SHA-256d of its header, whatever its proof of work is. Undefined where the digits of its
 * extranonces are none. Its buffers are of the block alone: blocks are rare, and those of a job are the next share's.
 *
 * @param found `free`: the whole extranonce2, lane and all
 */
export function nameBitcoinBlock(
  { work, room }: Pick<UpstreamJob<BlockWork>, 'work' | 'room'>,
  found: HeaderNumbers & Pick<Solution, 'free'>,
  sha256d: HashInto,
): BlockName | undefined {
  const extranonces = bytesOf(room.prefix + found.free);
  if (extranonces === undefined) return undefined;
  const { coinbasePrefix, coinbaseSuffix, previousHash } = work;
  const coinbase = Uint8Array.from([...coinbasePrefix, ...extranonces, ...coinbaseSuffix]);
  const hash = new Uint8Array(32);
  sha256d(headerOf(work, coinbase, found, sha256d), hash);
  return { hash: hexOfBytes(hash.toReversed()), parent: hexOfBytes(previousHash.toReversed()) };
}
