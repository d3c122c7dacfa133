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

export function withShare(
  counts: RelayCounts,
  as: RelayClass,
  work: bigint,
  shares: 1 | -1 = 1,
): RelayCounts {
  const { shares: before, work: sum } = counts[as];
  return { ...counts, [as]: { shares: before + shares, work: sum + work * BigInt(shares) } };
}

export function sumCounts(all: readonly RelayCounts[]): RelayCounts {
  const sums = classes.map((each) => {
    const parts = all.map((counts) => counts[each]);
    const shares = parts.reduce((sum, part) => sum + part.shares, 0);
    return [each, { shares, work: parts.reduce((sum, { work }) => sum + work, 0n) }] as const;
  });
  return Object.fromEntries(sums) as Record<RelayClass, ShareSum>;
}
