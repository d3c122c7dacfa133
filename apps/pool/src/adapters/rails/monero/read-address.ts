import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58xmr } from '@scure/base';

const { Point } = ed25519;

/** Who is paid by an address of Monero. */
export interface PaidAddress {
  readonly spend: Uint8Array;
  readonly view: Uint8Array;
  /** `further`: a subaddress. `integrated`: with the number of a payment in it, and paid alone. */
  readonly kind: 'primary' | 'further' | 'integrated';
  readonly paymentId: Uint8Array;
}

/** By their first byte, on the main network and on test networks of one's own. */
const kinds: ReadonlyMap<number, PaidAddress['kind']> = new Map([
  [18, 'primary'],
  [19, 'integrated'],
  [42, 'further'],
]);
const idBytes = 8;

/** Undefined where it is no address that can be paid. */
export function readAddress(address: string): PaidAddress | undefined {
  const bytes = decode(address);
  if (bytes === undefined) return undefined;
  const kind = kinds.get(bytes[0] ?? -1);
  const length = 69 + (kind === 'integrated' ? idBytes : 0);
  if (kind === undefined || bytes.length !== length) return undefined;
  const check = keccak_256(bytes.subarray(0, -4)).subarray(0, 4);
  if (Buffer.compare(check, bytes.subarray(-4)) !== 0) return undefined;
  const [spend, view] = [bytes.slice(1, 33), bytes.slice(33, 65)];
  if (!isKey(spend) || !isKey(view)) return undefined;
  return { spend, view, kind, paymentId: bytes.slice(65, -4) };
}

/** Whether what is paid at an address comes to one of these: their spend keys say it, whatever their forms are. */
export function isOneOf({ spend }: PaidAddress, addresses: readonly string[]): boolean {
  return addresses.some((each) => {
    const other = readAddress(each);
    return other !== undefined && Buffer.compare(other.spend, spend) === 0;
  });
}

function decode(address: string): Uint8Array | undefined {
  try {
    return base58xmr.decode(address);
  } catch {
    return undefined;
  }
}

/** What is paid to another one could never be spent. */
function isKey(bytes: Uint8Array): boolean {
  try {
    const point = Point.fromBytes(bytes);
    return !point.isSmallOrder() && point.isTorsionFree();
  } catch {
    return false;
  }
}
