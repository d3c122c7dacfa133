import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { LanePlan } from '@openlode/stratum/upstream/lane-plan';

/**
 * Whether rooms of two connections lie inside each other for the same content, where their lanes are not those of one room. Where nothing can
 * be divided that is so by its nature.
 */
export function isSameWork<Work>(
  { job, plan }: { readonly job: UpstreamJob<Work> | undefined; readonly plan: LanePlan | undefined },
  ofNew: LanePlan | undefined,
  opened: UpstreamJob<Work>,
): boolean {
  if (job === undefined || plan?.isShared === true || ofNew?.isShared === true) return false;
  const [one, other] = [job.room.prefix, opened.room.prefix];
  if (job.content !== opened.content) return false;
  // Of one room the lanes are shared; one that cannot be divided has one lane, on whichever connection.
  return one !== other && (one.startsWith(other) || other.startsWith(one));
}
