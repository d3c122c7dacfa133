/** Hours that fees must ask for another minimum without a break: a spike of a few blocks moves nothing. */
const spellMs = 6 * 3_600_000;

/** Fees are looked at once an hour; a gap beyond this ends what was seen before. */
const gapMs = 90 * 60_000;

/** How far below they must have fallen before the minimum does, as a fraction: it would follow each wave otherwise. */
const slack = { numerator: 3n, denominator: 2n };

/** Since when fees have asked for a higher or a lower minimum, without a break. */
export interface FeeSpell {
  readonly direction: 'up' | 'down';
  /** In ms. */
  readonly since: number;
  /** When fees were looked at last, ms: what was not seen for longer is not known. */
  readonly lookedAt: number;
  /** The cost of a payment that moves the minimum least of all that were seen: the lowest on the way up, the highest on the way down. */
  readonly cost: bigint;
}

export interface MinimumQuestion {
  /** The least payment without fees: what the catalogue has. Amounts in units of 10^-18. */
  readonly usual: bigint;
  /** The least payment of now. */
  readonly current: bigint;
  /** What a payment costs alone. */
  readonly cost: bigint;
  /** The most percent of a payment that the network may take, from 1 on. */
  readonly sharePercent: number;
  readonly spell: FeeSpell | undefined;
  readonly now: number;
}

export type MinimumVerdict =
  | { readonly kind: 'stays' }
  /** Fees ask for another one, and not for long enough. */
  | { readonly kind: 'asked'; readonly spell: FeeSpell }
  | { readonly kind: 'changes'; readonly amount: bigint; readonly cost: bigint };

/**
 * Whether the least payment follows the fees of a network. It stands on rungs (1, 2, 5, 10, …) and never below the usual one; it moves after
 * six hours of fees that ask for another, to the rung that all of these hours asked for at least, and down only where fees have fallen by
 * half again as much as it takes.
 */
export function judgeMinimum(question: MinimumQuestion): MinimumVerdict {
  const { current, cost, spell, now } = question;
  const up = targetOf(question, cost);
  const down = targetOf(question, (cost * slack.numerator) / slack.denominator);
  const direction = up > current ? 'up' : down < current ? 'down' : undefined;
  if (direction === undefined) return { kind: 'stays' };
  const same = spell?.direction === direction && isRecent(spell, now) ? spell : undefined;
  const kept = mildest(direction, cost, same?.cost);
  const since = same?.since ?? now;
  if (now - since < spellMs) return { kind: 'asked', spell: { direction, since, lookedAt: now, cost: kept } };
  const target =
    direction === 'up'
      ? targetOf(question, kept)
      : targetOf(question, (kept * slack.numerator) / slack.denominator);
  return { kind: 'changes', amount: target, cost: kept };
}

/** A date to come is of a clock that was ahead. */
function isRecent({ since, lookedAt }: FeeSpell, now: number): boolean {
  return since <= now && lookedAt <= now && now - lookedAt <= gapMs;
}

function mildest(direction: 'up' | 'down', cost: bigint, before: bigint | undefined): bigint {
  if (before === undefined) return cost;
  const isLower = cost < before;
  return (direction === 'up') === isLower ? cost : before;
}

function targetOf({ usual, sharePercent }: MinimumQuestion, cost: bigint): bigint {
  const rung = rungFrom((cost * 100n + BigInt(sharePercent) - 1n) / BigInt(sharePercent));
  return rung > usual ? rung : usual;
}

/** The least of 1, 2, 5, 10, 20, … that is not below. */
function rungFrom(least: bigint): bigint {
  for (let power = 1n; ; power *= 10n)
    for (const step of [1n, 2n, 5n]) if (step * power >= least) return step * power;
}
