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

/** The target that this number of hashes meets once on average. */
export function targetOfWork(work: bigint): bigint {
  return 2n ** 256n / work - 1n;
}
