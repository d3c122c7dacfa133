import type { LanePlan } from '@openlode/stratum/upstream/lane-plan';
import type { RelayedJob } from './open-relay-jobs.ts';

/**
 * Whether rooms of two connections lie inside each other for the same content, where their lanes are not those of one room. Where nothing can
 * be divided that is so by its nature.
 */
export function isSameWork<Work>(
  { job, plan }: { readonly job: RelayedJob<Work> | undefined; readonly plan: LanePlan | undefined },
  ofNew: LanePlan | undefined,
  { upstream }: RelayedJob<Work>,
): boolean {
  if (job === undefined || plan?.isShared === true || ofNew?.isShared === true) return false;
  const [one, other] = [job.upstream.room.prefix, upstream.room.prefix];
  if (job.upstream.content !== upstream.content) return false;
  // Of one room the lanes are shared; one that cannot be divided has one lane, on whichever connection.
  return one !== other && (one.startsWith(other) || other.startsWith(one));
}
