import { printUint32, readUint32 } from '../../wire/hex.ts';
import type { ZcashJob } from './jobs.ts';

/** The solution with the length that stands before it: `fd4005` and 1,344 bytes. */
export const solutionBytes = 1347;

/** Fields of a job that stand in a header. */
export type HeaderFields = Pick<
  ZcashJob,
  'version' | 'previousHash' | 'merkleRoot' | 'commitments' | 'time' | 'bits'
>;

/** The header of a share, 140 bytes: version, three hashes, time, bits, and a nonce of 32 bytes of which the first are the pool's. */
export function zcashHeader(job: HeaderFields, time: number, nonce: Uint8Array): Uint8Array {
  const header = new Uint8Array(140);
  const view = new DataView(header.buffer);
  view.setUint32(0, job.version, true);
  header.set(job.previousHash, 4);
  header.set(job.merkleRoot, 36);
  header.set(job.commitments, 68);
  view.setUint32(100, time, true);
  view.setUint32(104, job.bits, true);
  header.set(nonce, 108);
  return header;
}

/** Eight digits of a number whose least significant byte comes first, as in the header. */
export function printReversed(value: number): string {
  return printUint32(value).match(/../g)?.toReversed().join('') ?? '';
}

/** The number behind such digits; -1 for any other text. */
export function readReversed(text: unknown): number {
  if (typeof text !== 'string' || text.length !== 8) return -1;
  return readUint32(text.match(/../g)?.toReversed().join('') ?? '');
}

/** Before a solution stands its length, 1,344. */
export function hasLength(sized: Uint8Array): boolean {
  return sized[0] === 0xfd && sized[1] === 0x40 && sized[2] === 0x05;
}

/** What is hashed of a share: its header, and its solution with the length before it. */
export function hashedBytes(header: Uint8Array, sized: Uint8Array): Uint8Array {
  const hashed = new Uint8Array(header.length + sized.length);
  hashed.set(header);
  hashed.set(sized, header.length);
  return hashed;
}
