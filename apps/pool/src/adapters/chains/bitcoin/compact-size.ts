/** A count as Bitcoin's transactions and blocks write it: 1, 3 or 5 bytes. */
export function compactSize(count: number): Uint8Array {
  if (count < 0xfd) return Uint8Array.of(count);
  const bytes = Buffer.alloc(count <= 0xffff ? 3 : 5);
  bytes[0] = count <= 0xffff ? 0xfd : 0xfe;
  if (count <= 0xffff) bytes.writeUInt16LE(count, 1);
  else bytes.writeUInt32LE(count, 1);
  return bytes;
}
