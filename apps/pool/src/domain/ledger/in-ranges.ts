import type { Posting } from '@openlode/ledger/posting';

/** A posting and its line in the entry, from one on. */
export interface NumberedPosting extends Posting {
  readonly line: number;
}

/** Range boundaries are taken from a sample: one account in this number. */
const sampled = 100;

/**
 * The postings of a large entry in parts of about `size`, each with all that is of a range of accounts. Tables and indexes are in the
 * order of accounts, but an entry in that of its assets: written in its own order, every asset would go through all of their pages again.
 */
export function inRanges(postings: readonly Posting[], size: number): NumberedPosting[][] {
  const bounds = postings.length > size ? boundsOf(postings, size) : [];
  const ranges: NumberedPosting[][] = Array.from({ length: bounds.length + 1 }, () => []);
  let last: Posting | undefined;
  let range = 0;
  for (const [index, posting] of postings.entries()) {
    const { account, asset, amount } = posting;
    // Within an asset accounts ascend.
    if (asset !== last?.asset) range = 0;
    last = posting;
    for (let bound = bounds[range]; bound !== undefined && bound <= account; bound = bounds[range])
      range += 1;
    ranges[range]?.push({ account, asset, amount, line: index + 1 });
  }
  return ranges.filter((each) => each.length > 0);
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
