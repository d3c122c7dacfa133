import type { Posting } from '@openlode/ledger/posting';

/** A posting and its line in the entry, from one on. */
export interface NumberedPosting extends Posting {
  readonly line: number;
}

/** Range boundaries are taken from a sample: one account in this number. */
const sampled = 100;

/**
 * Splits the postings of a large entry into parts of about `size` by ranges of accounts; each part is made only when it is asked for.
 * The tables and indexes are sorted by account, but the postings of an entry by asset: written in that order, each asset would touch
 * all pages again.
 */
export function* inRanges(postings: readonly Posting[], size: number): Generator<NumberedPosting[]> {
  const bounds = postings.length > size ? boundsOf(postings, size) : [];
  const ranges = rangesOf(postings, bounds);
  for (let range = 0; range <= bounds.length; range += 1) {
    const part: NumberedPosting[] = [];
    for (const [index, of] of ranges.entries()) {
      const posting = postings[index];
      if (of !== range || posting === undefined) continue;
      const { account, asset, amount } = posting;
      part.push({ account, asset, amount, line: index + 1 });
    }
    if (part.length > 0) yield part;
  }
}

/** The range of each posting. */
function rangesOf(postings: readonly Posting[], bounds: readonly string[]): Uint32Array {
  const ranges = new Uint32Array(postings.length);
  let last: Posting | undefined;
  let range = 0;
  for (const [index, posting] of postings.entries()) {
    // Within an asset accounts ascend.
    if (posting.asset !== last?.asset) range = 0;
    last = posting;
    for (let bound = bounds[range]; bound !== undefined && bound <= posting.account; bound = bounds[range])
      range += 1;
    ranges[index] = range;
  }
  return ranges;
}

/** The first account of each range but the first. */
function boundsOf(postings: readonly Posting[], size: number): string[] {
  const sample = postings
    .filter((_posting, index) => index % sampled === 0)
    .map(({ account }): string => account)
    .toSorted();
  const step = Math.ceil(size / sampled);
  return sample.filter((_miner, index) => index > 0 && index % step === 0);
}
