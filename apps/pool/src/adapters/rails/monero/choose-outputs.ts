/** An output of the pool that may be spent. */
export interface SpendableOutput {
  /** 64 hexadecimal digits. */
  readonly image: string;
  /** In 10^-12 XMR. */
  readonly value: bigint;
}

export type OutputChoice<O extends SpendableOutput> =
  | { readonly kind: 'chosen'; readonly outputs: readonly O[] }
  /** All together lack this much. */
  | { readonly kind: 'short'; readonly missing: bigint }
  /** There is enough, in more outputs than one transaction should spend. */
  | { readonly kind: 'too-many' };

/** A transaction of this many takes about 100,000 bytes, the most that nodes pass on. */
const outputsMax = 100;

/**
 * Chooses what a payment is made of: the smallest output that is enough alone, or else the largest ones until they are enough. So none of them
 * can be left out.
 */
export function chooseOutputs<O extends SpendableOutput>(all: readonly O[], needed: bigint): OutputChoice<O> {
  const smallestFirst = all.toSorted((a, b) =>
    a.value === b.value ? (a.image < b.image ? -1 : 1) : a.value < b.value ? -1 : 1,
  );
  const alone = smallestFirst.find(({ value }) => value >= needed);
  if (alone !== undefined) return { kind: 'chosen', outputs: [alone] };
  const chosen: O[] = [];
  let sum = 0n;
  for (const output of smallestFirst.toReversed()) {
    if (sum >= needed) break;
    chosen.push(output);
    sum += output.value;
  }
  if (sum < needed) return { kind: 'short', missing: needed - sum };
  return chosen.length > outputsMax ? { kind: 'too-many' } : { kind: 'chosen', outputs: chosen };
}
