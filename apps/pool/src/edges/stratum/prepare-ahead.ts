import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import type { JobFeed } from './job-feed.ts';

export interface WhenPrepared {
  /** Also while there is no miner: from the start on, and kept. */
  readonly always: boolean;
  readonly hasMiners: () => boolean;
}

/**
 * Has a verifier build what shares of each job need, and those of jobs that soon follow, before the first of them comes: a cache takes
 * seconds, on a busy machine a minute. Answers the function that ends it.
 */
export function prepareAhead(
  feed: Pick<JobFeed, 'onJob' | 'registry'>,
  verifier: Pick<PowVerifier, 'prepare'> | undefined,
  { always, hasMiners }: WhenPrepared,
): () => void {
  const { current } = feed.registry;
  if (always && current !== undefined) verifier?.prepare?.(current.job);
  return feed.onJob(({ job }) => {
    if (always || hasMiners()) verifier?.prepare?.(job);
  });
}
