/** A transaction of a wallet that no block has: the coins that it spends, and what of it comes back to the wallet. */
export interface WaitingSend {
  readonly coins: readonly string[];
  /** In the chain's smallest units. */
  readonly back: bigint;
}

/**
 * The least that comes back of all these once blocks have taken what they can of them: of two that spend the same coin they take one alone, and which
 * one is not known. In the chain's smallest units.
 */
export function leastGivenBack(sends: readonly WaitingSend[]): bigint {
  return groupsOf(sends).reduce((sum, group) => sum + leastOf(group), 0n);
}

/** Those that share coins, also by others between them. Groups share none, so that each is looked at by itself: few have more than one. */
function groupsOf(sends: readonly WaitingSend[]): readonly (readonly WaitingSend[])[] {
  let groups: readonly (readonly WaitingSend[])[] = [];
  for (const send of sends) {
    const shared = groups.filter((group) => group.some((each) => sharesCoin(each, send)));
    groups = [...groups.filter((group) => !shared.includes(group)), [...shared.flat(), send]];
  }
  return groups;
}

/** Blocks take the first of them, or one of those that shut it out. */
function leastOf(group: readonly WaitingSend[]): bigint {
  const [first] = group;
  if (first === undefined) return 0n;
  const outcomes = group
    .filter((each) => sharesCoin(each, first))
    .map((taken) => taken.back + leastOf(group.filter((each) => !sharesCoin(each, taken))));
  return outcomes.reduce((least, each) => (each < least ? each : least));
}

function sharesCoin(one: WaitingSend, other: WaitingSend): boolean {
  return one === other || one.coins.some((coin) => other.coins.includes(coin));
}
