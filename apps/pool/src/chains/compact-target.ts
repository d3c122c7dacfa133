const space = 2n ** 256n;

/** The largest target of Bitcoin's compact form that is not above `target`. */
export function compactOf(target: bigint): number {
  if (target <= 0n || target >= space) throw new RangeError('a target lies between 0 and 2^256');
  let size = Math.ceil(target.toString(2).length / 8);
  let mantissa = Number(size > 3 ? target >> BigInt(8 * (size - 3)) : target << BigInt(8 * (3 - size)));
  // The highest bit of the mantissa is a sign, which no target has.
  if (mantissa >= 0x800000) {
    mantissa >>>= 8;
    size += 1;
  }
  return size * 0x1000000 + mantissa;
}

/** The target that a compact form stands for. */
export function targetOfCompact(bits: number): bigint {
  const size = bits >>> 24;
  const mantissa = BigInt(bits & 0x7fffff);
  return size > 3 ? mantissa << BigInt(8 * (size - 3)) : mantissa >> BigInt(8 * (3 - size));
}

/** How many hashes a hash at or below `target` takes on average. */
export function workOfTarget(target: bigint): bigint {
  return space / (target + 1n);
}

/** The target that so many hashes meet once on average. */
export function targetOfWork(work: bigint): bigint {
  return space / work - 1n;
}
