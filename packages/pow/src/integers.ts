/** The unsigned integer whose bytes stand most significant first. */
export function fromBigEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

/** The bytes in the opposite order, as a copy. */
export function reversed(bytes: Uint8Array): Uint8Array {
  return bytes.toReversed();
}

/** A 64-bit unsigned integer as eight bytes, least significant first. */
export function u64ToLittleEndian(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}

/** A 32-bit unsigned integer as four bytes, least significant first. */
export function u32ToLittleEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}
