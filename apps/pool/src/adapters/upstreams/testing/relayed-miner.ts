import { createHash } from 'node:crypto';
import type { BitcoinFound, BitcoinWork } from '@openlode/stratum/dialects/bitcoin/bitcoin-client';
import type { Room, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';

const sha256d = (bytes: Uint8Array): Buffer =>
  createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();

const little = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

export interface FoundShare {
  readonly found: BitcoinFound;
  readonly proof: bigint;
}

/** The miner of a lane, which really hashes SHA-256d, from the nonce `from` on, until a hash is at most `target`. */
export function findRelayed(
  { work }: UpstreamJob<BitcoinWork>,
  { prefix, freeBytes }: Room,
  target: bigint,
  from = 0,
): FoundShare {
  const free = '00'.repeat(freeBytes);
  let root = sha256d(
    Buffer.concat([work.coinbasePrefix, Buffer.from(prefix + free, 'hex'), work.coinbaseSuffix]),
  );
  for (const sibling of work.merkleBranch) root = sha256d(Buffer.concat([root, sibling]));
  const { version, bits, time, previousHash } = work;
  for (let nonce = from; ; nonce += 1) {
    const header = Buffer.concat([
      little(version),
      previousHash,
      root,
      little(time),
      little(bits),
      little(nonce),
    ]);
    const proof = BigInt(`0x${sha256d(header).reverse().toString('hex')}`);
    if (proof <= target) return { found: { free, time, nonce, version }, proof };
  }
}
