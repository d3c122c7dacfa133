import { printUint32, readUint32 } from '../../wire/hex.ts';
import type { ZcashJob } from './jobs.ts';

/** The solution with the length that stands before it: `fd4005` and 1,344 bytes. */
export const solutionBytes = 1347;

/** The header of a share, 140 bytes: version, three hashes, time, bits, and a nonce whose first four bytes are the pool's. */
export function zcashHeader(job: ZcashJob, time: number, nonce1: number, nonce2: Uint8Array): Uint8Array {
  const header = new Uint8Array(140);
  const view = new DataView(header.buffer);
  view.setUint32(0, job.version, true);
  header.set(job.previousHash, 4);
  header.set(job.merkleRoot, 36);
  header.set(job.commitments, 68);
  view.setUint32(100, time, true);
  view.setUint32(104, job.bits, true);
  view.setUint32(108, nonce1);
  header.set(nonce2, 112);
  return header;
}

/** Eight digits of a number whose least significant byte comes first, as in the header. */
export function printReversed(value: number): string {
  return printUint32(value).match(/../g)?.toReversed().join('') ?? '';
}

/** The number behind such digits; -1 for any other text. */
export function readReversed(text: unknown): number {
  if (typeof text !== 'string') return -1;
  return readUint32(text.match(/../g)?.toReversed().join('') ?? '');
}
