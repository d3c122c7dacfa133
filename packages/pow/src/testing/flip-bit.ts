/** The same bytes with one bit changed; bit 0 is the highest of the first byte. */
export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const at = Math.floor(bit / 8);
  return bytes.with(at, (bytes[at] ?? 0) ^ (0x80 >> (bit % 8)));
}

/** Bits in which two hashes of the same length differ: about half of them where the hash has mixed its input. */
export function differingBits(left: Uint8Array, right: Uint8Array): number {
  let bits = 0;
  for (const [at, byte] of left.entries())
    for (let rest = byte ^ (right[at] ?? 0); rest > 0; rest &= rest - 1) bits += 1;
  return bits;
}
