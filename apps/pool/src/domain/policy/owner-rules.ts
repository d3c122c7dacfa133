const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const ownerRules = {
  /** Work counts from this long ago … */
  oldestMs: 7 * dayMs,
  /** … to this long ago: a source that has just begun to mine for a miner proves nothing. */
  youngestMs: hourMs,
  /** A source that mined for more miners than this in the last week is shared and proves nothing. */
  minersMax: 20,
  /** A switch of network by worker challenge takes an owner's source that mined on this many UTC days of the last seven. */
  switchDays: 3,
  /** A miner without accepted work for this long is idle: anyone may request a payout to its own address. */
  idleMs: 7 * dayMs,
  challengeMs: 600_000,
  tokenMs: 600_000,
} as const;

/** The whole hours that count at a moment, in ms, end exclusive. */
export function countedHours(now: number): { readonly from: number; readonly to: number } {
  return {
    from: Math.ceil((now - ownerRules.oldestMs) / hourMs) * hourMs,
    to: Math.floor((now - ownerRules.youngestMs) / hourMs) * hourMs,
  };
}

/** Accepted work in one algorithm: of one source, and of the whole miner. In expected hashes of that algorithm. */
export interface AlgorithmWork {
  readonly algorithm: string;
  readonly ofSource: bigint;
  readonly ofMiner: bigint;
}

/** What work in an algorithm is worth: blocks of `networkWork` expected hashes together paid `usd` (units of 10^-18 dollars). */
export interface WorkValue {
  readonly networkWork: bigint;
  readonly usd: bigint;
}

/**
 * A source is the owner's when it earned a quarter or more of the miner's credited value. Hashes of different algorithms are never
 * added: each algorithm's work is valued by what its blocks pay. Work that cannot be valued counts for nothing beside work that
 * can. Where none can be valued, nothing was earned yet, and the source must have a quarter in every algorithm.
 */
export function isOwnersShare(
  works: readonly AlgorithmWork[],
  valueOf: (algorithm: string) => WorkValue | undefined,
): boolean {
  const mined = works.filter(({ ofMiner }) => ofMiner > 0n);
  if (mined.length === 0) return false;
  const sum = { ofSource: 0n, ofMiner: 0n };
  for (const { algorithm, ofSource, ofMiner } of mined) {
    const value = valueOf(algorithm);
    if (value === undefined) continue;
    sum.ofSource += valued(ofSource, value);
    sum.ofMiner += valued(ofMiner, value);
  }
  if (sum.ofMiner > 0n) return isQuarter(sum);
  return mined.every(isQuarter);
}

/**
 * Whether a source is the owner's whatever the work that cannot be valued is worth: it has a quarter of every such algorithm too. A
 * switch of network asks for it, since otherwise one share in an algorithm with a value would outweigh all work in one whose first
 * block the pool has not found yet.
 */
export function isOwnersShareAtAnyValue(
  works: readonly AlgorithmWork[],
  valueOf: (algorithm: string) => WorkValue | undefined,
): boolean {
  const unvalued = works.filter(({ algorithm, ofMiner }) => ofMiner > 0n && valueOf(algorithm) === undefined);
  return isOwnersShare(works, valueOf) && unvalued.every(isQuarter);
}

/** Digits below the smallest unit of value, so that little work is not rounded to nothing. */
const precision = 10n ** 18n;

function valued(work: bigint, { usd, networkWork }: WorkValue): bigint {
  return (work * usd * precision) / networkWork;
}

function isQuarter(part: { readonly ofSource: bigint; readonly ofMiner: bigint }): boolean {
  return part.ofSource * 4n >= part.ofMiner;
}
