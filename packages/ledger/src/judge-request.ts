/** What one look at a venue has shown of a request. */
export interface RequestLook {
  /** When the venue answered, ms by our clock. */
  readonly at: number;
  /** `ambiguous`: more than one thing there could be it. */
  readonly seen: 'found' | 'absent' | 'ambiguous';
  /**
   * Whether less was available of the coin that the request would spend than before it was made: something has taken it. What came in meanwhile
   * hides a fall: that nothing has fallen proves nothing, and is no more than a third guard beside two looks.
   */
  readonly hasFallen?: boolean;
}

export interface RequestLimits {
  /** When the request was made, ms by our clock, and how long the venue may still accept it after that. */
  readonly madeAt: number;
  readonly validMs: number;
  /** By our clock, ms. */
  readonly now: number;
}

export type RequestJudgement =
  /** The venue has it. */
  | 'taken'
  /** The venue has not taken it, and cannot any more. */
  | 'never-taken'
  | 'look-again'
  /** A person has to look. */
  | 'review';

/** How far the venue's clock may be behind what it said, and how long it may take to show what it took, ms. */
export const requestSlackMs = 60_000;
/** Between two looks that prove an absence, ms: one may have been answered by a machine that was behind. */
export const absenceMs = 600_000;
/** What is not known after this long is not found out by looking, ms. */
export const reviewMs = 86_400_000;

/**
 * What became of a request that was sent once and not answered as taken. One look that finds it is enough. That it was never taken takes two
 * looks ten minutes apart, both after the venue could have accepted it at last, none that found anything, and at no look, however early, a balance
 * that has fallen. Only then may the same be asked for again, under another id. What is not known after a day is asked of a person, also where no
 * look was ever answered.
 */
export function judgeRequest(
  { madeAt, validMs, now }: RequestLimits,
  looks: readonly RequestLook[],
): RequestJudgement {
  if (looks.some(({ seen }) => seen === 'ambiguous')) return 'review';
  if (looks.some(({ seen }) => seen === 'found')) return 'taken';
  const deadline = madeAt + validMs + requestSlackMs;
  const hasFallen = looks.some((look) => look.hasFallen === true);
  const absences = looks.filter(({ seen, at }) => seen === 'absent' && at > deadline).map(({ at }) => at);
  if (!hasFallen && absences.length > 1 && Math.max(...absences) - Math.min(...absences) >= absenceMs)
    return 'never-taken';
  return now > madeAt + reviewMs ? 'review' : 'look-again';
}
