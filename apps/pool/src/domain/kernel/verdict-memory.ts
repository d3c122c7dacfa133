import { verdictDelayMs } from '@openlode/ledger/judge-transaction';

/** A clock that leaps by more than this between two looks, ms, was set: nothing is known of the time in between. */
const leapMs = 3_600_000;
/** Beyond this number of subjects the oldest ones are forgotten, and begin again. */
const keptMax = 10_000;

/** What a process was told of transactions or blocks, and for how long it was told the same. */
export interface VerdictMemory {
  /**
   * Takes in what the nodes say now; answers whether this process has heard the same for long enough. Undefined where nothing follows. By the
   * clock of one process alone: those of two processes, and one that was set right meanwhile, differ by more than the time itself.
   */
  hasStood(subject: bigint | string, verdict: string | undefined, now: number): boolean;
}

export function createVerdictMemory(): VerdictMemory {
  const heard = new Map<
    bigint | string,
    { readonly verdict: string; readonly since: number; readonly at: number }
  >();
  return {
    hasStood: (subject, verdict, now) => {
      if (verdict === undefined) {
        heard.delete(subject);
        return false;
      }
      const known = heard.get(subject);
      if (known?.verdict !== verdict || now < known.at || now - known.at > leapMs) {
        heard.set(subject, { verdict, since: now, at: now });
        const [oldest] = heard.keys();
        if (heard.size > keptMax && oldest !== undefined) heard.delete(oldest);
        return false;
      }
      heard.set(subject, { ...known, at: now });
      return now - known.since >= verdictDelayMs;
    },
  };
}
