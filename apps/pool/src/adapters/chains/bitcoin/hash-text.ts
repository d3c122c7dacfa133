/** A hash as it is printed: its bytes the other way round, in hexadecimal digits. */
export function toDisplay(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}

export function fromDisplay(hash: string): Uint8Array {
  return Buffer.from(hash, 'hex').reverse();
}
