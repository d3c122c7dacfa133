/** The target that this number of hashes meets once on average. */
export function targetOfWork(work: bigint): bigint {
  return 2n ** 256n / work - 1n;
}
