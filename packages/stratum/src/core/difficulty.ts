/**
 * How an algorithm's difficulty numbers relate to hashes. A share's weight is an integer, its *work*: the expected
 * number of hashes behind it. Difficulty is only how work is written on the wire.
 */
export interface DifficultyScale {
  /** A share of difficulty d must hash to at most `difficulty1Target / d`. */
  readonly difficulty1Target: bigint;
  /** The work of a share of difficulty 1: a power of two, so that work and difficulty turn into each other exactly. */
  readonly hashesPerDifficulty1: bigint;
}

const hashRange = 1n << 256n;

/**
 * The scale of a difficulty 1 target. `2^256 / target` is rounded to a power of two as every pool does: 2^32 for
 * SHA-256d, where the exact figure is 65536/65535 of it. The factor is the same for every share of an algorithm.
 */
export function difficultyScale(difficulty1Target: bigint, hashesPerAttempt = 1n): DifficultyScale {
  const exact = (hashRange * hashesPerAttempt) / difficulty1Target;
  let power = 1n;
  // The nearest power on a logarithmic scale: one step further while power × √2 is still below the exact figure.
  while (power * power * 2n < exact * exact) power *= 2n;
  return { difficulty1Target, hashesPerDifficulty1: power };
}

/** The highest hash, as a number, that a share of this work may have. */
export function targetOfWork(work: bigint, scale: DifficultyScale): bigint {
  const target = (scale.difficulty1Target * scale.hashesPerDifficulty1) / work;
  return target < hashRange ? target : hashRange - 1n;
}

/** The difficulty that says this work on the wire; exact for work with at most 53 significant bits. */
export function difficultyOfWork(work: bigint, scale: DifficultyScale): number {
  return Number(work) / Number(scale.hashesPerDifficulty1);
}

/**
 * The work of a requested difficulty, kept within the bounds; undefined when it is no positive number.
 * Always a whole number with at most 53 significant bits, so `difficultyOfWork` gives it back exactly.
 */
export function workOfDifficulty(
  difficulty: number,
  scale: DifficultyScale,
  bounds: { readonly minimumWork: bigint; readonly maximumWork: bigint },
): bigint | undefined {
  if (!Number.isFinite(difficulty) || difficulty <= 0) return undefined;
  const work = Math.floor(difficulty * Number(scale.hashesPerDifficulty1));
  if (work >= Number(bounds.maximumWork)) return bounds.maximumWork;
  if (work <= Number(bounds.minimumWork)) return bounds.minimumWork;
  return BigInt(work);
}

/** The nearest work, downwards, that a difficulty on the wire can say exactly. */
export function atMost53Bits(work: bigint): bigint {
  let unit = 1n;
  while (work / unit >= 1n << 53n) unit *= 2n;
  return (work / unit) * unit;
}

/** A target in Bitcoin's compact form: mantissa × 256^(exponent − 3). Zero for a negative or empty one. */
export function targetOfBits(bits: number): bigint {
  const mantissa = BigInt(bits & 0x7fffff);
  const exponent = bits >>> 24;
  if ((bits & 0x800000) !== 0) return 0n;
  return exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3));
}

/** Expected hashes until one is at most `target`. */
export function workOfTarget(target: bigint): bigint {
  return hashRange / (target + 1n);
}

/** A target as 32 bytes, least significant first, the order in which hashes come out of SHA-256d. */
export function targetBytes(target: bigint): Uint8Array {
  const bytes = new Uint8Array(32);
  let rest = target < hashRange ? target : hashRange - 1n;
  for (let index = 0; index < 32; index++) {
    bytes[index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

/** Whether a hash, read as a little-endian number, is at most the target. Exact. */
export function meetsTarget(hash: Uint8Array, target: Uint8Array): boolean {
  for (let index = 31; index >= 0; index--) {
    const difference = (hash[index] ?? 0) - (target[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

/** ln(target / hash) of a hash that meets its target, at least 0; both as little-endian numbers. A float: statistics only. */
export function depthBelow(hash: Uint8Array, target: Uint8Array): number {
  return Math.max(0, logarithmOf(target) - logarithmOf(hash));
}

const logarithmOf256 = Math.log(256);

/** The natural logarithm of a little-endian number of 32 bytes, by its seven highest bytes; that of 1 for zero. */
function logarithmOf(bytes: Uint8Array): number {
  let top = 31;
  while (top > 0 && bytes[top] === 0) top--;
  let value = 0;
  const last = Math.max(0, top - 6);
  for (let index = top; index >= last; index--) value = value * 256 + (bytes[index] ?? 0);
  return Math.log(Math.max(1, value)) + last * logarithmOf256;
}

/** The largest target of Bitcoin's compact form that is not above `target`. */
export function compactOf(target: bigint): number {
  if (target <= 0n || target >= 2n ** 256n) throw new RangeError('a target lies between 0 and 2^256');
  let size = Math.ceil(target.toString(2).length / 8);
  let mantissa = Number(size > 3 ? target >> BigInt(8 * (size - 3)) : target << BigInt(8 * (3 - size)));
  // The highest bit of the mantissa is a sign, which no target has.
  if (mantissa >= 0x800000) {
    mantissa >>>= 8;
    size += 1;
  }
  return size * 0x1000000 + mantissa;
}
