import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp } from '@scure/base';
import { xrpNetwork } from './networks.ts';

const checksum = (data: Uint8Array): Uint8Array => sha256(sha256(data)).subarray(0, 4);

/** Whom an address pays. */
export interface XrpPayee {
  /** 20 bytes in hex. */
  readonly account: string;
  /** The destination tag; undefined where there is none. */
  readonly tag: number | undefined;
}

/** What base58 with a checksum, in the alphabet of the ledger, says; undefined where it is none. */
export function readChecked(text: string): Uint8Array | undefined {
  let bytes: Uint8Array;
  try {
    bytes = base58xrp.decode(text);
  } catch {
    return undefined;
  }
  const data = bytes.subarray(0, -4);
  return Buffer.from(checksum(data)).equals(bytes.subarray(-4)) ? data : undefined;
}

/** The address of an account, without a tag: it begins with r. */
export function classicAddress(account: string): string {
  const data = Uint8Array.from([0, ...Buffer.from(account, 'hex')]);
  return base58xrp.encode(Uint8Array.from([...data, ...checksum(data)]));
}

/** These belong to no key: what they are sent is gone. */
const noAccounts: ReadonlySet<string> = new Set(['00'.repeat(20), `${'00'.repeat(19)}01`]);

const hasNoTag = 0;
const hasTag = 1;

/**
 * Reads an address of either kind: that of an account, or one that holds a destination tag besides and belongs to one network (XLS-5). Undefined
 * where it is none of this network, or of no account.
 */
export function readAddress(network: string, address: string): XrpPayee | undefined {
  const bytes = readChecked(address);
  if (bytes === undefined) return undefined;
  const read =
    bytes.length === 21 && bytes[0] === 0 ? { account: hexOf(bytes, 1), tag: undefined } : undefined;
  const payee = read ?? readTagged(bytes, xrpNetwork(network).taggedPrefix);
  return payee === undefined || noAccounts.has(payee.account) ? undefined : payee;
}

/** Two bytes of the network, 20 of the account, whether a tag follows, and the tag, the lowest byte first, in eight. */
function readTagged(bytes: Uint8Array, [first, second]: readonly [number, number]): XrpPayee | undefined {
  if (bytes.length !== 31 || bytes[0] !== first || bytes[1] !== second) return undefined;
  const tag = Buffer.from(bytes).readBigUInt64LE(23);
  const account = hexOf(bytes, 2);
  if (bytes[22] === hasNoTag && tag === 0n) return { account, tag: undefined };
  return bytes[22] === hasTag && tag < 2n ** 32n ? { account, tag: Number(tag) } : undefined;
}

function hexOf(bytes: Uint8Array, from: number): string {
  return Buffer.from(bytes.subarray(from, from + 20)).toString('hex');
}

/** The same for both spellings of an address. */
export function targetOf(network: string, address: string): string | undefined {
  const payee = readAddress(network, address);
  if (payee === undefined) return undefined;
  return payee.tag === undefined ? payee.account : `${payee.account}:${payee.tag}`;
}
