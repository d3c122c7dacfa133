const mantissaBits = 24n;

/**
 * Beam's floating point number of 32 bits: an order of eight and a mantissa of 24, before which a one stands. Rounded up to the next one
 * at or above `work`, so that every share that the miner accepts is worth at least `work`.
 *
 * @param work expected solutions, at least 1 and below 2^255
 * @see BeamMW/beam, core/difficulty: target = 2^(280 − order) / (2^24 + mantissa)
 */
export function packBeamDifficulty(work: bigint): number {
  let order = BigInt(work.toString(2).length - 1);
  const scaled = work << mantissaBits;
  let digits = (scaled + (1n << order) - 1n) >> order;
  if (digits >> (mantissaBits + 1n) > 0n) {
    order += 1n;
    digits >>= 1n;
  }
  return Number((order << mantissaBits) | (digits & ((1n << mantissaBits) - 1n)));
}

/** The highest hash that is below the target of such a number; undefined for what is none, or asks for more than 2^255. */
export function unpackBeamTarget(packed: unknown): bigint | undefined {
  if (typeof packed !== 'number' || !Number.isInteger(packed) || packed < 0 || packed > 0xffff_ffff)
    return undefined;
  const order = BigInt(Math.floor(packed / 2 ** 24));
  const digits = BigInt((packed % 2 ** 24) + 2 ** 24);
  if (order > 255n) return undefined;
  const target = (1n << (280n - order)) / digits - 1n;
  return target > 0n ? target : undefined;
}
