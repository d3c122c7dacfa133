import {
  headerOf,
  isBelow,
  type ProofOfWork,
  readNotify,
  sha256d,
  type StratumJob,
  targetOfBits,
  targetOfDifficulty,
} from './block-header.ts';
import type { MinerWork, Search } from './miner-work.ts';

const NONCES = 2 ** 32;

/** Work of Bitcoin's family: a header of 80 bytes with the nonce at its end. */
export function bitcoinWork(
  proof: ProofOfWork,
  limits: Pick<MinerWork, 'hashesBetweenLooks' | 'perSecondMax'>,
): MinerWork {
  return {
    ...limits,
    hashesPerDifficulty1: proof.hashesPerDifficulty1,
    open(params, difficulty) {
      const job = readNotify(params);
      const target = targetOfDifficulty(difficulty, proof);
      return {
        id: job.id,
        search({ extranonce1, extranonce2Bytes }, count) {
          const extranonce2 = count.toString(16).padStart(extranonce2Bytes * 2, '0');
          const header = headerOf(job, extranonce1, extranonce2);
          return searchHeader({ job, header, extranonce2, target }, proof);
        },
      };
    },
  };
}

function searchHeader(
  parts: {
    readonly job: StratumJob;
    readonly header: Buffer;
    readonly extranonce2: string;
    readonly target: Buffer;
  },
  proof: ProofOfWork,
): Search {
  const { job, header, extranonce2, target } = parts;
  const sieve = proof.sieve?.(header, target);
  let nonce = 0;
  return {
    run(count, onShare) {
      const from = nonce;
      const until = Math.min(nonce + count, NONCES);
      while (nonce < until) {
        if (sieve !== undefined) nonce = sieve.next(nonce, until);
        if (nonce === until) break;
        header.writeUInt32LE(nonce, 76);
        const hash = proof.hash(header);
        if (isBelow(hash, target)) {
          const nonceHex = nonce.toString(16).padStart(8, '0');
          onShare({ params: [extranonce2, job.time, nonceHex], block: blockOf(header, hash, job) });
        }
        nonce += 1;
      }
      return until - from;
    },
  };
}

/** A block is named by the SHA-256d of its header, whatever its proof of work is, printed most significant byte first. */
function blockOf(header: Uint8Array, proof: Uint8Array, job: StratumJob): string | undefined {
  if (!isBelow(proof, targetOfBits(job.bits))) return undefined;
  return Buffer.from(sha256d(header)).reverse().toString('hex');
}
