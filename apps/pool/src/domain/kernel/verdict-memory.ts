import { verdictDelayMs } from '@openlode/ledger/judge-transaction';

/**
 * If the clock has moved by this many ms more than the process has run between two looks, it was set, and the time between them proves
 * nothing.
 */
const leapMs = 3_600_000;
/** More subjects than are ever open at once. Beyond it the one that was heard longest ago is forgotten and begins again. */
const keptMax = 1_000_000;

/** The verdicts that this process has heard on transactions or blocks, and since when each has been the same. */
export interface VerdictMemory {
  /**
   * Takes the verdict of the nodes now, undefined where they give none; answers whether this process has heard the same one for long
   * enough. Only this process's clock is used: the clocks of two processes, or one clock that was corrected meanwhile, differ by more
   * than the time to wait.
   */
  hasStood(subject: bigint | string, verdict: string | undefined, now: number): boolean;
}

interface KnownVerdict {
  readonly verdict: string;
  readonly since: number;
  readonly at: number;
  readonly ranAt: number;
}

export interface VerdictMemoryOptions {
  /** How long the process has run, ms: goes forward only, whatever the clock is set to. */
  readonly ran?: () => number;
  readonly kept?: number;
}

export function createVerdictMemory({
  ran = () => performance.now(),
  kept = keptMax,
}: VerdictMemoryOptions = {}): VerdictMemory {
  // In the order in which they were heard last.
  const verdicts = new Map<bigint | string, KnownVerdict>();
  return {
    hasStood: (subject, verdict, now) => {
      const known = verdicts.get(subject);
      verdicts.delete(subject);
      if (verdict === undefined) return false;
      const ranAt = ran();
      // A look at each of many payouts may take hours: that is no leap.
      const isContinued =
        known?.verdict === verdict && now >= known.at && now - known.at - (ranAt - known.ranAt) <= leapMs;
      const since = isContinued ? known.since : now;
      verdicts.set(subject, { verdict, since, at: now, ranAt });
      const [oldest] = verdicts.keys();
      if (verdicts.size > kept && oldest !== undefined) verdicts.delete(oldest);
      return isContinued && now - known.since >= verdictDelayMs;
    },
  };
}
