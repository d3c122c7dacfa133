import { kawpowFinal } from '@openlode/pow/kawpow-final';
import type { HeaderRules } from '../bitcoin/chain-facts.ts';
import { sha256d } from '../bitcoin/sha256d.ts';

/** What is hashed for miners: Bitcoin's header with the height in place of the nonce. */
export const inputBytes = 80;
const nonceAt = inputBytes;
const mixAt = nonceAt + 8;
const headerBytes = mixAt + 32;

/** The hash that miners of KawPow are given, 32 bytes as printed. */
export function workOf(input: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.from(sha256d(input)).reverse());
}

/**
 * The whole header.
 *
 * @param seal the nonce, least significant byte first, and the mix as printed
 */
export function sealHeader(input: Uint8Array, seal: Uint8Array): Uint8Array {
  if (input.length !== inputBytes || seal.length !== headerBytes - inputBytes)
    throw new RangeError(`a header and its seal have ${headerBytes} bytes`);
  const [nonce, mix] = [seal.subarray(0, 8), seal.subarray(8)];
  return Buffer.concat([input, nonce, mix.toReversed()]);
}

/** A header since KawPow. Its name is the final hash that its mix gives, as nodes name it: the mix itself is not checked by it. */
export const kawpowHeader: HeaderRules = {
  bytes: headerBytes,
  nameOf(header) {
    const bytes = Buffer.from(header.buffer, header.byteOffset, header.byteLength);
    if (bytes.length !== headerBytes) throw new RangeError(`a header has ${headerBytes} bytes`);
    const work = workOf(bytes.subarray(0, inputBytes));
    const name = kawpowFinal(work, bytes.readBigUInt64LE(nonceAt), bytes.subarray(mixAt).toReversed());
    return Buffer.from(name).toString('hex');
  },
};
