import { findAlgorithm } from '@openlode/catalogue/algorithms';

const factors = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12, p: 1e15, e: 1e18, z: 1e21 } as const;

/** Hashes per second in the unit in which hashrates of an algorithm travel. */
export function inPreUnit(algorithm: string, hashesPerSecond: number): number {
  return hashesPerSecond / factors[findAlgorithm(algorithm)?.preUnitOfMeasurement ?? ''];
}

/** A hashrate as decimal text without exponent, six decimals at most. */
export function wireHashrate(value: number): string {
  return value.toFixed(6).replace(/\.?0+$/, '');
}
