import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** Of no key, and where the network leaves what it destroys: what they are sent is gone. */
const noAccounts: ReadonlySet<string> = new Set([
  `41${'00'.repeat(20)}`,
  '4177944d19c052b73ee2286823aa83f8138cb7032f',
]);

/** The account of an address, 21 bytes in hex; undefined where it is none, or what it is sent is gone. */
export function accountAt(address: string): string | undefined {
  let bytes: Uint8Array;
  try {
    bytes = base58.decode(address);
  } catch {
    // A letter is none of the alphabet.
    return undefined;
  }
  const body = bytes.subarray(0, 21);
  if (bytes.length !== 25 || body[0] !== 0x41) return undefined;
  if (!sha256(sha256(body)).subarray(0, 4).equals(bytes.subarray(21))) return undefined;
  const account = Buffer.from(body).toString('hex');
  return noAccounts.has(account) ? undefined : account;
}

/** The address of an account, which has 21 bytes in hex. */
export function addressOf(account: string): string {
  const body = Buffer.from(account, 'hex');
  return base58.encode(Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]));
}

/** Why nothing can be paid from an address, in words for an operator; undefined where it can. */
export function tronAddressFault(address: string): string | undefined {
  return accountAt(address) === undefined ? `${address} is no address of an account of TRON (T…)` : undefined;
}
