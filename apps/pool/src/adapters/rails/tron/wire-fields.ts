/** What is read is written otherwise than it has to be. */
class Unexpected extends Error {
  override readonly name = 'Unexpected';
}

/** A field of a message: a whole number, or bytes. */
export type WireValue = bigint | Uint8Array;

/**
 * The fields of a message of protocol buffers, each once, in the order of their numbers, and of the two kinds that TRON writes.
 *
 * @throws Unexpected
 */
export function readMessage(bytes: Uint8Array): ReadonlyMap<number, WireValue> {
  const fields = new Map<number, WireValue>();
  let at = 0;
  let last = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 63n; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined) throw new Unexpected('the bytes end too early');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      if (byte === 0 && shift > 0n) throw new Unexpected('a number is longer than it has to be');
      return value;
    }
    throw new Unexpected('a number is too long');
  };
  while (at < bytes.length) {
    const name = Number(varint());
    const number = name >> 3;
    if (number <= last) throw new Unexpected('a field is out of order, or there twice');
    last = number;
    fields.set(number, (name & 7) === 0 ? varint() : block(name & 7));
  }
  return fields;

  function block(kind: number): Uint8Array {
    if (kind !== 2) throw new Unexpected('a field is of another kind');
    const length = Number(varint());
    if (length > bytes.length - at) throw new Unexpected('the bytes end too early');
    at += length;
    return bytes.subarray(at - length, at);
  }
}

/** Writes a message, its fields in the order that they are given in; what is zero or empty is left out, as protocol buffers do. */
export function writeMessage(fields: readonly (readonly [number, WireValue])[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'bigint')
        return value === 0n ? [] : [varintOf(BigInt(number << 3)), varintOf(value)];
      if (value.length === 0) return [];
      return [varintOf(BigInt((number << 3) | 2)), varintOf(BigInt(value.length)), value];
    }),
  );
}

function varintOf(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 0x80n; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  return Uint8Array.of(...bytes, Number(left));
}
