/** The value of a hex digit by its character code, 255 for any other character below 128. */
const digitValues = new Uint8Array(128).fill(255);
for (let value = 0; value < 16; value++) {
  digitValues['0123456789abcdef'.charCodeAt(value)] = value;
  digitValues['0123456789ABCDEF'.charCodeAt(value)] = value;
}

const bytePrints: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** Reads exactly eight hex digits, most significant first; -1 for any other value. */
export function readUint32(text: unknown): number {
  if (typeof text !== 'string' || text.length !== 8) return -1;
  let high = 0;
  let low = 0;
  let bad = 0;
  for (let index = 0; index < 4; index++) {
    const left = digitValues[text.charCodeAt(index)] ?? 255;
    const right = digitValues[text.charCodeAt(index + 4)] ?? 255;
    bad |= left | right;
    high = (high << 4) | left;
    low = (low << 4) | right;
  }
  return bad > 15 ? -1 : (high & 0xffff) * 0x10000 + (low & 0xffff);
}

/** Prints an unsigned 32-bit number as eight digits, most significant first. */
export function printUint32(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** Exactly `length` bytes from twice as many hex digits; undefined for any other text. */
export function bytesOfHex(text: string, length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(length);
  return readHexInto(bytes, 0, text, length) ? bytes : undefined;
}

/** Puts `length` bytes of twice as many hex digits into `bytes`. False for any other text, of which some may be written. */
export function readHexInto(bytes: Uint8Array, at: number, text: string, length: number): boolean {
  if (text.length !== length * 2) return false;
  for (let index = 0; index < length; index++) {
    const left = digitValues[text.charCodeAt(index * 2)] ?? 255;
    const right = digitValues[text.charCodeAt(index * 2 + 1)] ?? 255;
    if ((left | right) > 15) return false;
    bytes[at + index] = (left << 4) | right;
  }
  return true;
}

export function hexOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += bytePrints[byte];
  return text;
}
