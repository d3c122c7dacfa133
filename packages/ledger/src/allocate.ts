/**
 * Shares `total` out in proportion to `weights`, to the last unit, by largest remainder (Hamilton's method).
 * Ties go to the earlier key in the order of `tieBreak`, so that the result does not depend on the order of the input.
 * Equal weights differ by at most one unit. Weights are never negative and at least one is positive.
 */
export function allocate<K>(
  total: bigint,
  weights: readonly { readonly key: K; readonly weight: bigint }[],
  tieBreak: (a: K, b: K) => number,
): { readonly key: K; readonly amount: bigint }[] {
  if (total < 0n) throw new RangeError('a negative total cannot be shared out');
  let sum = 0n;
  for (const { weight } of weights) {
    if (weight < 0n) throw new RangeError('a weight is negative');
    sum += weight;
  }
  if (sum === 0n) throw new RangeError('cannot allocate: all weights are zero');

  const parts: { key: K; amount: bigint; remainder: bigint }[] = [];
  let left = total;
  for (const { key, weight } of weights) {
    const scaled = total * weight;
    const amount = scaled / sum;
    parts.push({ key, amount, remainder: scaled - amount * sum });
    left -= amount;
  }
  // Less than a unit was lost of each part, so there are fewer units left than parts.
  if (left < 0n || left >= BigInt(parts.length))
    throw new Error(`${left} units are left of ${parts.length} parts`);
  const byRemainder = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? tieBreak(a.key, b.key) : a.remainder > b.remainder ? -1 : 1,
  );
  for (const part of byRemainder) {
    if (left === 0n) break;
    part.amount += 1n;
    left -= 1n;
  }
  return parts.map(({ key, amount }) => ({ key, amount }));
}
