import type { HashInto } from '../../core/hash-into.ts';
import { readHexInto } from '../../wire/hex.ts';
import { extranonce1Bytes, extranonce2Bytes, type Job } from './job.ts';

/** What a miner found: five numbers of 32 bits. */
export interface ShareNumbers extends HeaderNumbers {
  readonly extranonce1: number;
  readonly extranonce2: number;
}

/** Those of them that stand in the header. */
export interface HeaderNumbers {
  readonly time: number;
  readonly nonce: number;
  readonly version: number;
}

/** The buffers in which the shares of one job are assembled, so that checking a share allocates nothing. */
export interface ShareScratch {
  readonly coinbase: Uint8Array;
  readonly header: Uint8Array;
  readonly hash: Uint8Array;
}

const pair = new Uint8Array(64);

/** @param extranonceBytes of the coinbase, between what is the same in all shares of the job */
export function createShareScratch(
  job: Job,
  extranonceBytes = extranonce1Bytes + extranonce2Bytes,
): ShareScratch {
  const suffixAt = job.coinbasePrefix.length + extranonceBytes;
  const coinbase = new Uint8Array(suffixAt + job.coinbaseSuffix.length);
  coinbase.set(job.coinbasePrefix);
  coinbase.set(job.coinbaseSuffix, suffixAt);
  const header = new Uint8Array(80);
  header.set(job.previousHash, 4);
  writeLittleEndian(header, 72, job.bits);
  return { coinbase, header, hash: new Uint8Array(32) };
}

/**
 * Puts the block header of a share together and hashes it; afterwards `scratch` holds coinbase, header and hash. All three
 * are overwritten by the job's next share.
 */
export function hashShare(job: Job, scratch: ShareScratch, share: ShareNumbers, sha256d: HashInto): void {
  const at = job.coinbasePrefix.length;
  writeBigEndian(scratch.coinbase, at, share.extranonce1);
  writeBigEndian(scratch.coinbase, at + extranonce1Bytes, share.extranonce2);
  assembleHeader(job, scratch, share, sha256d);
  sha256d(scratch.header, scratch.hash);
}

/** The 80 bytes of the header of a share whose coinbase is at hand, in memory of their own. */
export function headerOf(
  job: Pick<Job, 'previousHash' | 'merkleBranch' | 'bits'>,
  coinbase: Uint8Array,
  share: HeaderNumbers,
  sha256d: HashInto,
): Uint8Array {
  const header = new Uint8Array(80);
  header.set(job.previousHash, 4);
  writeLittleEndian(header, 72, job.bits);
  assembleHeader(job, { coinbase, header }, share, sha256d);
  return header;
}

/**
 * Puts extranonces of any length into the coinbase of `scratch`, of their digits.
 *
 * @param length of both in bytes; false where these are not its digits
 */
export function placeExtranonces(
  job: Job,
  { coinbase }: ShareScratch,
  digits: string,
  length: number,
): boolean {
  return readHexInto(coinbase, job.coinbasePrefix.length, digits, length);
}

/** As `hashShare`, with the extranonces that are in the coinbase of `scratch`. */
export function hashPlacedShare(
  job: Job,
  scratch: ShareScratch,
  share: HeaderNumbers,
  sha256d: HashInto,
): void {
  assembleHeader(job, scratch, share, sha256d);
  sha256d(scratch.header, scratch.hash);
}

function assembleHeader(
  job: Pick<Job, 'merkleBranch'>,
  scratch: Pick<ShareScratch, 'coinbase' | 'header'>,
  share: HeaderNumbers,
  sha256d: HashInto,
): void {
  const { coinbase, header } = scratch;
  sha256d(coinbase, pair);
  for (const sibling of job.merkleBranch) {
    pair.set(sibling, 32);
    sha256d(pair, pair);
  }
  for (let index = 0; index < 32; index++) header[36 + index] = pair[index] ?? 0;
  writeLittleEndian(header, 0, share.version);
  writeLittleEndian(header, 68, share.time);
  writeLittleEndian(header, 76, share.nonce);
}

function writeBigEndian(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}

function writeLittleEndian(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}
