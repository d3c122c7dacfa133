import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import type { JobFeed } from './job-feed.ts';

export interface WhenPrepared {
  /** Also while there is no miner: from the start on, and kept. */
  readonly always: boolean;
  /** Whether one is logged in: a connection that is none must not make anything be built. */
  readonly hasMiners: () => boolean;
}

export interface Preparing {
  /** A miner has logged in. */
  readonly onMiner: () => void;
  readonly stop: () => void;
}

/**
 * Has a verifier build what shares of each job need, and those of jobs that soon follow, before the first of them comes: a cache takes
 * seconds, on a busy machine many.
 */
export function prepareAhead(
  feed: Pick<JobFeed, 'onJob' | 'registry'>,
  verifier: Pick<PowVerifier, 'prepare'> | undefined,
  { always, hasMiners }: WhenPrepared,
): Preparing {
  const onMiner = (): void => {
    const { current } = feed.registry;
    if (current !== undefined) verifier?.prepare?.(current.job);
  };
  if (always) onMiner();
  const stop = feed.onJob(({ job }) => {
    if (always || hasMiners()) verifier?.prepare?.(job);
  });
  return { onMiner, stop };
}
