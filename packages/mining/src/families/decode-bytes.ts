/** The bytes that a text stands for, or null where the coder refuses it; the coders report bad texts by throwing. */
export function decodeBytes(coder: { decode(text: string): Uint8Array }, text: string): Uint8Array | null {
  try {
    return coder.decode(text);
  } catch {
    return null;
  }
}

export function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}

/** Whether the last bytes are the first bytes of the hash of everything before them. */
export function endsWithHash(
  bytes: Uint8Array,
  length: number,
  hash: (body: Uint8Array) => Uint8Array,
): boolean {
  if (bytes.length <= length) return false;
  const split = bytes.length - length;
  const expected = hash(bytes.subarray(0, split));
  return bytes.subarray(split).every((byte, index) => byte === expected[index]);
}
