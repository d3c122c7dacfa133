/** Below this much work a target of four bytes says it within 1 part in 65,536. */
const shortTargetWork = 65_536n;

/**
 * The top four or eight bytes of the target, least significant first, rounded down: a share that meets the printed target also meets the
 * exact one.
 */
export function printTarget(work: bigint): string {
  const bytes = work < shortTargetWork ? 4 : 8;
  const target = ((1n << BigInt(bytes * 8)) - 1n) / work;
  const digits = target.toString(16).padStart(bytes * 2, '0');
  return digits.match(/../g)?.toReversed().join('') ?? digits;
}
