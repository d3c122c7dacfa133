import type { ZcashSolution } from '@openlode/stratum/dialects/zcash/jobs';
import type { HeaderRules } from './header-family.ts';
import { sha256d } from '../../adapters/chains/bitcoin/sha256d.ts';

const headerBytes = 140;
const solutionBytes = 1344;
/** The length of a solution, as it stands before it. */
const lengthBytes = Buffer.from('fd4005', 'hex');

/**
 * Zcash: the header has the form of its own, with the hash of the sandbox's header where the root of the transactions is. The seal is the
 * whole header of 140 bytes and the solution behind it.
 */
export function zcashRules(verify: (input: ZcashSolution) => Promise<boolean>): HeaderRules {
  return {
    family: 'zcash',
    sealBytes: headerBytes + solutionBytes,
    workOf: zcashHeader,
    nameOf: (seal) => hashOf(seal).toReversed(),
    async proofOf({ work, seal }) {
      const header = seal.slice(0, headerBytes);
      if (!isSameWork(Buffer.from(header), Buffer.from(work))) return undefined;
      const isSolution = await verify({ header, solution: seal.slice(headerBytes) });
      return isSolution ? BigInt(`0x${Buffer.from(hashOf(seal).toReversed()).toString('hex')}`) : undefined;
    },
  };
}

/** Version, three hashes, time and bits: the first 108 bytes, numbers with their least significant byte first. */
function zcashHeader(header: Uint8Array): Uint8Array {
  const given = Buffer.from(header);
  const work = Buffer.alloc(108);
  work.writeUInt32LE(4);
  work.set(given.subarray(0, 32), 4);
  work.set(sha256d(given), 36);
  work.writeUInt32LE(Number(given.readBigUInt64BE(64) / 1000n), 100);
  work.writeUInt32LE(given.readUInt32BE(72), 104);
  return new Uint8Array(work);
}

/** Miners may set the time later, and nothing else of what they were given. */
function isSameWork(header: Buffer, work: Buffer): boolean {
  return (
    header.subarray(0, 100).equals(work.subarray(0, 100)) &&
    header.readUInt32LE(100) >= work.readUInt32LE(100) &&
    header.subarray(104, 108).equals(work.subarray(104))
  );
}

/** What a target is compared with, least significant byte first. */
function hashOf(seal: Uint8Array): Uint8Array {
  return sha256d(Buffer.concat([seal.subarray(0, headerBytes), lengthBytes, seal.subarray(headerBytes)]));
}
