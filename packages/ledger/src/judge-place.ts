/** What was heard and booked of one coin at one place, around the same moment; in units of 10^-18. */
interface PlaceLook {
  /** What the ledger says, before the first reading and after the second. */
  readonly ledger: readonly [before: bigint, after: bigint];
  /** What the place itself says, twice. */
  readonly said: readonly [first: bigint, second: bigint];
  /** Transfers to the place that are neither credited nor late: it may have them before it names them. */
  readonly underWay: readonly bigint[];
  /** What orders that are not over may have taken and brought by now, at the most; none where it is left out. */
  readonly ordered?: { readonly less: bigint; readonly more: bigint };
}

export type PlaceVerdict =
  | { readonly kind: 'equal' }
  /** Above zero where the place has more than the ledger says. */
  | { readonly kind: 'difference'; readonly amount: bigint }
  /** Something moved meanwhile, and the place may have what the ledger says. */
  | { readonly kind: 'moving' }
  /** It differs by no more than orders may have moved that are not over. */
  | { readonly kind: 'trading' }
  /** It has more, by exactly what transfers are bringing. */
  | { readonly kind: 'crediting'; readonly amount: bigint };

/**
 * Holds a place against the ledger, to the unit. What moves between two readings is no difference, unless it had less by both than the ledger ever
 * said meanwhile: a thief who goes on taking would never be seen. What orders that are not over cannot have moved is a difference as well.
 */
export function judgePlace({
  ledger: [before, after],
  said: [first, second],
  underWay,
  ordered = { less: 0n, more: 0n },
}: PlaceLook): PlaceVerdict {
  const amount = second - after;
  const [most, least] = [first > second ? first : second, before < after ? before : after];
  if ((before !== after || first !== second) && most >= least - ordered.less) return { kind: 'moving' };
  if (amount === 0n) return { kind: 'equal' };
  if (amount >= -ordered.less && amount <= ordered.more) return { kind: 'trading' };
  if (amount > 0n && isSumOfSome(underWay.slice(0, transfersMax), amount))
    return { kind: 'crediting', amount };
  return { kind: 'difference', amount };
}

/** Of more than these nothing is explained: each further one doubles the sums. */
const transfersMax = 10;

function isSumOfSome(amounts: readonly bigint[], sum: bigint): boolean {
  if (sum === 0n) return true;
  const [first, ...rest] = amounts;
  if (first === undefined || sum < 0n) return false;
  return isSumOfSome(rest, sum - first) || isSumOfSome(rest, sum);
}

type PlaceState = 'equal' | 'difference' | 'unknown';

/** How a coin at a place stands: what may be done with it, and what differs. */
export interface PlaceStanding {
  readonly state: PlaceState;
  /** What the place had more by the newest reading that counted; of `unknown` it was seen once, or is 0. */
  readonly difference: bigint;
}

/**
 * A difference stands once two looks in a row have seen one, and until a look finds the place equal: no look that says nothing ends it. The two need
 * not be the same: one that grows with each look is one as well.
 */
export function nextStanding({ state, difference }: PlaceStanding, verdict: PlaceVerdict): PlaceStanding {
  switch (verdict.kind) {
    case 'equal':
      return { state: 'equal', difference: 0n };
    case 'difference': {
      const stands = state === 'difference' || difference !== 0n;
      return { state: stands ? 'difference' : 'unknown', difference: verdict.amount };
    }
    case 'moving':
    case 'trading':
    case 'crediting':
      return state === 'difference' ? { state, difference } : { state: 'unknown', difference: 0n };
  }
}
