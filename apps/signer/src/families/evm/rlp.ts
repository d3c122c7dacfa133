/** What RLP encodes: bytes, or a list of such. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** Recursive Length Prefix (Ethereum yellow paper, appendix B). */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first] = item;
    if (item.length === 1 && first !== undefined && first < 0x80) return item;
    return withLength(0x80, item);
  }
  return withLength(0xc0, Buffer.concat(item.map(encodeRlp)));
}

function withLength(offset: number, content: Uint8Array): Uint8Array {
  if (content.length < 56) return Buffer.concat([Uint8Array.of(offset + content.length), content]);
  const length = numberBytes(BigInt(content.length));
  return Buffer.concat([Uint8Array.of(offset + 55 + length.length), length, content]);
}

/** A number in as few bytes as it takes, the highest first; none for zero. */
export function numberBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  const digits = value.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
}
