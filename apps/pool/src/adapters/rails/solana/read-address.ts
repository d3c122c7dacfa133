import { base58 } from '@scure/base';

/** 32 bytes in base58, in their one spelling; undefined for what is no address. There is no checksum. */
export function readAddress(address: string): Uint8Array | undefined {
  return readBase58(address, 32);
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
