const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** The prefix `ltc` as its checksum counts it. */
const expandedPrefix = [3, 3, 3, 0, 12, 20, 3];

/**
 * The same address (version 0, BIP 173) as miners spell it: logins take those of the real network, whose scripts are the same on a test
 * network.
 */
export function mainnetAddress(regtest: string): string {
  const words = Array.from(regtest.slice(regtest.lastIndexOf('1') + 1, -6)).map((each) =>
    letters.indexOf(each),
  );
  const checksum = polymod([...expandedPrefix, ...words, 0, 0, 0, 0, 0, 0]) ^ 1;
  const sums = [25, 20, 15, 10, 5, 0].map((shift) => (checksum >>> shift) & 31);
  return `ltc1${[...words, ...sums].map((each) => letters[each]).join('')}`;
}

function polymod(words: readonly number[]): number {
  let sum = 1;
  for (const word of words) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    for (const [bit, generator] of generators.entries()) if (((top >>> bit) & 1) === 1) sum ^= generator;
  }
  return sum >>> 0;
}
