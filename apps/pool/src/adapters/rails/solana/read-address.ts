import { base58 } from '@scure/base';

/** 32 bytes in base58, in their one spelling; undefined for what is no address. There is no checksum. */
export function readAddress(address: string): Uint8Array | undefined {
  return readBase58(address, 32);
}

/**
 * Whether an address is one that the runtime keeps for itself: programs of its own, what it says of itself, and where coins are burned. Their names are
 * filled up with ones, twenty-two at least, and no key can be searched that ends so. Many of them have no account that a node could show, and a transaction that
 * pays one fails: it would keep the nonce, and nothing could be paid behind it.
 */
export function isReserved(address: string): boolean {
  return address.endsWith('1'.repeat(20));
}

/** Whether a text is the id of a transaction: a signature of 64 bytes. */
export function isSignature(text: string): boolean {
  return readBase58(text, 64) !== undefined;
}

function readBase58(text: string, length: number): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,90}$/.test(text)) return undefined;
  try {
    const bytes = base58.decode(text);
    return bytes.length === length ? bytes : undefined;
  } catch {
    return undefined;
  }
}
