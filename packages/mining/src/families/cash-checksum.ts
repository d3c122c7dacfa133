const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/**
 * Whether five-bit words end with the right 40-bit checksum for their prefix, by the BCH code of the CashAddr
 * specification, which Kaspa, Nexa and Conflux took over.
 */
export function hasCashChecksum(prefix: string, words: readonly number[]): boolean {
  return remainder(prefix, words) === 1n;
}

/** The eight words that end these. */
export function cashChecksum(prefix: string, words: readonly number[]): readonly number[] {
  const checksum = remainder(prefix, [...words, 0, 0, 0, 0, 0, 0, 0, 0]) ^ 1n;
  return Array.from({ length: 8 }, (_word, at) => Number((checksum >> BigInt(5 * (7 - at))) & 31n));
}

function remainder(prefix: string, words: readonly number[]): bigint {
  const prefixWords = Array.from(prefix).map((letter) => letter.charCodeAt(0) & 31);
  let checksum = 1n;
  for (const word of [...prefixWords, 0, ...words]) {
    const top = checksum >> 35n;
    checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    for (const [bit, generator] of generators.entries()) {
      if (((top >> BigInt(bit)) & 1n) === 1n) checksum ^= generator;
    }
  }
  return checksum;
}
