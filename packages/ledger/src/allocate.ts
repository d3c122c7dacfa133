/**
 * Shares `total` out in proportion to the weights, to the last unit, by largest remainder (Hamilton's method); answers the amounts in
 * the order of `workers`. Ties go to the earlier one in the order of `tieBreak`, so that the result does not depend on the order of the
 * input. Equal weights differ by at most one unit. Weights are never negative and at least one is positive.
 */
export function allocate<Worker extends { readonly weight: bigint }>(
  total: bigint,
  workers: readonly Worker[],
  tieBreak: (a: Worker, b: Worker) => number,
): bigint[] {
  if (total < 0n) throw new RangeError('a negative total cannot be shared out');
  let sum = 0n;
  for (const { weight } of workers) {
    if (weight < 0n) throw new RangeError('a weight is negative');
    sum += weight;
  }
  if (sum === 0n) throw new RangeError('cannot allocate: all weights are zero');

  const amounts: bigint[] = [];
  const remainders: bigint[] = [];
  let left = total;
  for (const { weight } of workers) {
    const scaled = total * weight;
    const amount = scaled / sum;
    amounts.push(amount);
    remainders.push(scaled - amount * sum);
    left -= amount;
  }
  // Less than a unit was lost of each part, so there are fewer units left than parts.
  if (left < 0n || left >= BigInt(amounts.length))
    throw new Error(`${left} units are left of ${amounts.length} parts`);
  const at = <V>(values: readonly V[], index: number): V => values[index] as V;
  const byRemainder = Uint32Array.from(amounts.keys()).toSorted((a, b) => {
    const difference = at(remainders, b) - at(remainders, a);
    return difference === 0n ? tieBreak(at(workers, a), at(workers, b)) : difference < 0n ? -1 : 1;
  });
  for (const index of byRemainder) {
    if (left === 0n) break;
    amounts[index] = at(amounts, index) + 1n;
    left -= 1n;
  }
  return amounts;
}
