import { followSeeds } from './nodes-job-fault.ts';

/** No chain is as far for a decade; what such an epoch is calculated from has hundreds of megabytes. */
const epochsMax = 2048;

/**
 * Why a job cannot be given whose height says what its cache is made of: a stranger's lines must not have one made after another, nor a huge one.
 * Undefined for one that can.
 *
 * @param epochOf the epoch of a height
 * @param now milliseconds that never go back
 */
export function epochJobFault(
  epochOf: (height: number) => number,
  now: () => number,
): (job: { readonly work: unknown }) => string | undefined {
  const mayUse = followSeeds(now);
  return ({ work }) => {
    const { height } = work as { readonly height: number };
    const epoch = epochOf(height);
    if (epoch >= epochsMax) return `its height of ${height} is none that a chain has`;
    return mayUse(String(epoch)) ? undefined : 'it names one epoch after another';
  };
}
