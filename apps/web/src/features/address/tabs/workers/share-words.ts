import type { ShareCounts, WorkerRejects } from '@openlode/contracts/http/account-rejects';

export type RejectReason = keyof ShareCounts['rejected'];

export interface ReasonWords {
  readonly reason: RejectReason;
  readonly title: string;
  /** What to do about it. */
  readonly advice: string;
}

/** Why a share was not accepted, in words, with the next step. */
export const reasonWords: readonly ReasonWords[] = [
  {
    reason: 'stale',
    title: 'Too late (stale)',
    advice:
      'The job had been replaced when the share arrived. One or two in a hundred are normal; with more, use the nearest server, a cable instead of Wi-Fi, and a current version of the mining program.',
  },
  {
    reason: 'duplicate',
    title: 'Sent twice',
    advice:
      'The same share was sent before. Restart the miner. If it continues, update the mining program and check that no two rigs run as copies with one worker name behind one proxy.',
  },
  {
    reason: 'low_difficulty',
    title: 'Below the difficulty',
    advice:
      'The result does not reach the difficulty that the miner was given. Lower the overclock, check that the program mines this algorithm, and update it.',
  },
  {
    reason: 'malformed',
    title: 'Not readable',
    advice:
      'The share does not match its job: a wrong time, version bits outside the agreed mask, or a damaged field. Check the rig’s clock and update the mining program or firmware.',
  },
];

/** Shares of any kind. */
export function sharesOf({ accepted, rejected }: ShareCounts): number {
  return accepted + rejectedOf({ accepted, rejected }) + rejected.stale;
}

/** Refused for another reason than being late. */
export function rejectedOf({ rejected }: ShareCounts): number {
  return rejected.duplicate + rejected.low_difficulty + rejected.malformed;
}

/** `1.24%` of the shares; `0%` where there are none. */
export function percentText(part: number, counts: ShareCounts): string {
  const all = sharesOf(counts);
  if (all === 0 || part === 0) return '0%';
  const percent = (100 * part) / all;
  return percent < 0.01 ? '< 0.01%' : `${percent.toFixed(2)}%`;
}

/** Above these parts of all shares a figure is marked: something is wrong with the rig or its line. */
const staleMax = 0.03;
const rejectedMax = 0.015;

export function isTooStale(counts: ShareCounts): boolean {
  return counts.rejected.stale > staleMax * sharesOf(counts);
}

export function isTooRejected(counts: ShareCounts): boolean {
  return rejectedOf(counts) > rejectedMax * sharesOf(counts);
}

/** Whether a figure of these shares is marked. */
export function hasTrouble(counts: ShareCounts): boolean {
  return isTooStale(counts) || isTooRejected(counts);
}

/** The counts of an algorithm's workers by name; one that sent nothing in the past day has none. */
export type CountsByName = ReadonlyMap<string, WorkerRejects>;

export function countsByAlgorithm(list: readonly WorkerRejects[]): ReadonlyMap<string, CountsByName> {
  const found = new Map<string, Map<string, WorkerRejects>>();
  for (const counts of list) {
    const ofAlgorithm = found.get(counts.algorithm) ?? new Map<string, WorkerRejects>();
    found.set(counts.algorithm, ofAlgorithm.set(counts.name, counts));
  }
  return found;
}
