import { verdictDelayMs } from '@openlode/ledger/judge-transaction';

/** A clock that has moved by this much more than the process has run between two looks, ms, was set: nothing is known of that time. */
const leapMs = 3_600_000;
/** More than are ever open at once. Beyond it those that were not heard for longest are forgotten, and begin again. */
const keptMax = 1_000_000;

/** What a process was told of transactions or blocks, and for how long it was told the same. */
export interface VerdictMemory {
  /**
   * Takes in what the nodes say now; answers whether this process has heard the same for long enough. Undefined where nothing follows.
   * By the clock of one process alone: those of two processes, and one that was set right meanwhile, differ by more
   * than the time itself.
   */
  hasStood(subject: bigint | string, verdict: string | undefined, now: number): boolean;
}

interface Heard {
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
  const heard = new Map<bigint | string, Heard>();
  return {
    hasStood: (subject, verdict, now) => {
      const known = heard.get(subject);
      heard.delete(subject);
      if (verdict === undefined) return false;
      const ranAt = ran();
      // A look at each of many payouts may take hours: that is no leap.
      const isContinued =
        known?.verdict === verdict && now >= known.at && now - known.at - (ranAt - known.ranAt) <= leapMs;
      const since = isContinued ? known.since : now;
      heard.set(subject, { verdict, since, at: now, ranAt });
      const [oldest] = heard.keys();
      if (heard.size > kept && oldest !== undefined) heard.delete(oldest);
      return isContinued && now - known.since >= verdictDelayMs;
    },
  };
}
