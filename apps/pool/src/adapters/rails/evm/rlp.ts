/** What RLP holds: bytes, or a list of such. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** The lists of a transaction are this deep at most. */
const depthMax = 4;

/**
 * Decodes Recursive Length Prefix (Ethereum yellow paper, appendix B).
 *
 * @throws RangeError where it is not written in the one way that there is, or something stands behind it
 */
export function decodeRlp(bytes: Uint8Array): RlpItem {
  const { item, end } = itemAt(bytes, 0, 0);
  if (end !== bytes.length) throw new RangeError('something stands behind its end');
  return item;
}

function itemAt(
  bytes: Uint8Array,
  at: number,
  depth: number,
): { readonly item: RlpItem; readonly end: number } {
  const first = bytes[at];
  if (first === undefined || depth > depthMax) throw new RangeError('it ends too early, or is too deep');
  if (first < 0x80) return { item: bytes.subarray(at, at + 1), end: at + 1 };
  const isList = first >= 0xc0;
  const { from, end } = extentOf(bytes, at, first - (isList ? 0xc0 : 0x80));
  if (!isList) {
    const [only] = bytes.subarray(from, end);
    if (end - from === 1 && only !== undefined && only < 0x80)
      throw new RangeError('a byte that stands for itself has a length');
    return { item: bytes.subarray(from, end), end };
  }
  const items: RlpItem[] = [];
  for (let next = from; next < end; ) {
    const inner = itemAt(bytes, next, depth + 1);
    if (inner.end > end) throw new RangeError('an item is longer than its list');
    items.push(inner.item);
    next = inner.end;
  }
  return { item: items, end };
}

/** Where the content of an item begins and ends; `size` is its first byte without its kind. */
function extentOf(
  bytes: Uint8Array,
  at: number,
  size: number,
): { readonly from: number; readonly end: number } {
  const lengthBytes = size > 55 ? size - 55 : 0;
  const from = at + 1 + lengthBytes;
  let length = size;
  if (lengthBytes > 0) {
    const written = bytes.subarray(at + 1, from);
    length = lengthBytes > 4 ? Number.POSITIVE_INFINITY : written.reduce((sum, byte) => sum * 256 + byte, 0);
    if (written[0] === 0 || length <= 55) throw new RangeError('a length is not in its shortest form');
  }
  const end = from + length;
  if (end > bytes.length) throw new RangeError('it ends too early');
  return { from, end };
}

/** Bytes as a number, written without leading zeros. Throws a RangeError for anything else. */
export function numberOf(item: RlpItem | undefined): bigint {
  const bytes = bytesOf(item);
  if (bytes[0] === 0 || bytes.length > 32) throw new RangeError('a number is not in its shortest form');
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

export function bytesOf(item: RlpItem | undefined): Uint8Array {
  if (!(item instanceof Uint8Array)) throw new RangeError('bytes are missing');
  return item;
}

/** Encodes a list whose items are bytes, or the empty list. */
export function listBytes(items: readonly RlpItem[]): Buffer {
  const content = Buffer.concat(items.map(itemBytes));
  return Buffer.concat([head(0xc0, content.length), content]);
}

function itemBytes(item: RlpItem): Uint8Array {
  if (!(item instanceof Uint8Array)) return Uint8Array.of(0xc0);
  const [first] = item;
  if (item.length === 1 && first !== undefined && first < 0x80) return item;
  return Buffer.concat([head(0x80, item.length), item]);
}

function head(kind: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(kind + length);
  const size = shortest(BigInt(length));
  return Buffer.concat([Uint8Array.of(kind + 55 + size.length), size]);
}

/** A number in as few bytes as it takes; none for zero. */
export function shortest(value: bigint): Uint8Array {
  const digits = value.toString(16);
  return value === 0n
    ? new Uint8Array()
    : Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
}
