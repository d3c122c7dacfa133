import type { UpstreamRefusal } from '@openlode/stratum/upstream/refusal-reason';

/** Shares, and the work that they stand for in expected hashes. */
export interface ShareSum {
  readonly shares: number;
  readonly work: bigint;
}

/** What became of shares of one upstream, since the process began. */
export type RelayCounts = Readonly<Record<RelayClass, ShareSum>>;

/**
 * `judged`: accepted by our own verifier, `refused-here`: by our own rules, each with the work of its miner. Those that were sent count as
 * `forwarded` besides, and then as one of the others, with the work that the upstream counts; `unsent` are those that could not be: they
 * count nothing for their miners.
 */
export type RelayClass =
  | 'judged'
  | 'refused-here'
  | 'forwarded'
  | 'accepted'
  | 'unknown'
  | UpstreamRefusal
  | 'unsent';

const classes: readonly RelayClass[] = [
  ...(['judged', 'refused-here', 'forwarded', 'accepted', 'unknown', 'unsent'] as const),
  ...(['stale', 'duplicate', 'low-difficulty', 'unauthorized', 'other'] as const),
];

/** Counts without a share. */
export function noCounts(): RelayCounts {
  return Object.fromEntries(classes.map((each) => [each, { shares: 0, work: 0n }])) as Record<
    RelayClass,
    ShareSum
  >;
}

/** Counts shares, thousands a second: in place. */
export class RelayAccumulator {
  readonly #sums = new Map<RelayClass, { shares: number; work: bigint }>();

  /** As they are now. */
  get counts(): RelayCounts {
    const sums = Object.fromEntries([...this.#sums].map(([as, sum]) => [as, { ...sum }]));
    return { ...noCounts(), ...sums };
  }

  add(as: RelayClass, work: bigint): void {
    const sum = this.#sums.get(as);
    if (sum === undefined) this.#sums.set(as, { shares: 1, work });
    else {
      sum.shares += 1;
      sum.work += work;
    }
  }

  /** One that was counted is of another class. */
  take(as: RelayClass, work: bigint): void {
    const sum = this.#sums.get(as) ?? { shares: 0, work: 0n };
    this.#sums.set(as, { shares: sum.shares - 1, work: sum.work - work });
  }
}

export function sumCounts(all: readonly RelayCounts[]): RelayCounts {
  const sums = classes.map((each) => {
    const parts = all.map((counts) => counts[each]);
    const shares = parts.reduce((sum, part) => sum + part.shares, 0);
    return [each, { shares, work: parts.reduce((sum, { work }) => sum + work, 0n) }] as const;
  });
  return Object.fromEntries(sums) as Record<RelayClass, ShareSum>;
}
