import { createHash } from 'node:crypto';
import { base58xrp } from '@scure/base';

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** Belong to no key: what they are sent is gone. */
const noAccounts: ReadonlySet<string> = new Set(['00'.repeat(20), `${'00'.repeat(19)}01`]);

/** Whether an address is one of an account that can be paid. One that holds a tag (X…, T…) is none: tags are memos here. */
export function isPayable(address: string): boolean {
  const bytes = decoded(address);
  if (bytes?.length !== 21 || bytes[0] !== 0) return false;
  return !noAccounts.has(Buffer.from(bytes.subarray(1)).toString('hex'));
}

/** Of base58 with a checksum, in the alphabet of the ledger. */
function decoded(address: string): Uint8Array | undefined {
  let bytes: Uint8Array;
  try {
    bytes = base58xrp.decode(address);
  } catch {
    // A letter is none of the alphabet.
    return undefined;
  }
  const data = bytes.subarray(0, -4);
  return sha256(sha256(data)).subarray(0, 4).equals(bytes.subarray(-4)) ? data : undefined;
}

/** Why nothing can be paid from an address, in words for an operator; undefined where it can. */
export function xrpAddressFault(address: string): string | undefined {
  return isPayable(address) ? undefined : `${address} is no address of an account of the XRP Ledger (r…)`;
}
