import type { Backing } from '@openlode/ledger/backing';
import type { BackingBudget, SourceShape } from './source-shape.ts';

/** What the prices of one source rest on, coin by coin. */
export interface QuoteBackings {
  /** @param dayVolumeUsd what the source says was traded of the coin in the last day */
  of(asset: string, dayVolumeUsd: number): Backing;
  /** The call that is due next, and when, on the clock that it was made with; undefined where none ever is. */
  next():
    | {
        readonly asset: string;
        readonly path: string;
        readonly dueAt: number;
        /** How old an answer may be that another process was given: never as old as what is known here. */
        readonly acceptMs: number;
      }
    | undefined;
  /** The answer to the call that was due, and its age; undefined where there was none that can be read. */
  take(
    asset: string,
    answer: { readonly backing: Backing; readonly ageMs?: number } | undefined,
    dayVolumeUsd: number,
  ): void;
  /** The source did not want the call that was due: it is spent, and says nothing of its coin. */
  spend(): void;
}

/** Between two calls, ms. */
const pauseMs = 10_000;
/** An answer is asked for again after this long, and counts for this long, ms. */
const renewMs = 7 * 86_400_000;
const maxAgeMs = 8 * 86_400_000;
/** What another process was given counts for this long, ms. */
const acceptMaxMs = 86_400_000;
/** A coin without an answer is asked for again after this long, and after twice as long each time, ms. */
const retryMs = 3_600_000;
/** Where volume is more than this many times what it was, or less than that part of it, the backing is another one by now. */
const volumeFactor = 2;

interface Coin {
  readonly asset: string;
  readonly id: string;
  dueAt: number;
  failures: number;
}

interface Known {
  readonly backing: Backing;
  readonly at: number;
  readonly dayVolumeUsd: number;
}

/** @param elapsed a clock that only goes forward, ms */
export function createQuoteBackings(
  { backing }: Pick<SourceShape, 'backing'>,
  coins: readonly { readonly asset: string; readonly id: string }[],
  elapsed: () => number,
): QuoteBackings {
  if ('venue' in backing)
    return {
      of: () => ({ kind: 'venue', venue: backing.venue }),
      next: () => undefined,
      take: () => undefined,
      spend: () => undefined,
    };
  const known = new Map<string, Known>();
  const queue = coins.map(({ asset, id }): Coin => ({ asset, id, dueAt: 0, failures: 0 }));
  const budget = createBudget(backing.budget, elapsed);
  let calledAt = elapsed();
  const spend = (): void => {
    calledAt = elapsed();
    budget.take();
  };
  return {
    spend,
    of: (asset, dayVolumeUsd) => {
      const last = known.get(asset);
      if (last === undefined || elapsed() - last.at > maxAgeMs) return { kind: 'unknown' };
      const [less, more] = [last.dayVolumeUsd, dayVolumeUsd].toSorted((a, b) => a - b);
      if ((more ?? 0) <= (less ?? 0) * volumeFactor) return last.backing;
      const coin = queue.find((each) => each.asset === asset);
      if (coin !== undefined) coin.dueAt = Math.min(coin.dueAt, last.at + retryMs);
      return { kind: 'unknown' };
    },
    next: () => {
      const first = firstDue(queue);
      if (first === undefined) return undefined;
      const dueAt = Math.max(first.dueAt, calledAt + pauseMs, budget.freeAt());
      const knownMs = elapsed() - (known.get(first.asset)?.at ?? -acceptMaxMs);
      const acceptMs = Math.min(acceptMaxMs, knownMs);
      return { asset: first.asset, path: backing.path(first.id), dueAt, acceptMs };
    },
    take: (asset, answer, dayVolumeUsd) => {
      spend();
      const coin = queue.find((each) => each.asset === asset);
      if (coin === undefined) return;
      if (answer === undefined) {
        coin.dueAt = calledAt + Math.min(retryMs * 2 ** coin.failures, renewMs);
        coin.failures += 1;
        return;
      }
      const at = calledAt - (answer.ageMs ?? 0);
      known.set(asset, { backing: answer.backing, at, dayVolumeUsd });
      coin.dueAt = at + renewMs;
      coin.failures = 0;
    },
  };
}

/** The first of those that are due earliest. */
function firstDue(queue: readonly Coin[]): Coin | undefined {
  return queue.reduce<Coin | undefined>(
    (first, coin) => (first === undefined || coin.dueAt < first.dueAt ? coin : first),
    undefined,
  );
}

/** A bucket that fills by one call after each interval. */
function createBudget({ atOnce, everyMs }: BackingBudget, elapsed: () => number) {
  let left = atOnce;
  let filledAt = elapsed();
  const fill = (): void => {
    const more = Math.floor((elapsed() - filledAt) / everyMs);
    if (more <= 0) return;
    left = Math.min(atOnce, left + more);
    filledAt += more * everyMs;
  };
  return {
    freeAt: () => {
      fill();
      return left > 0 ? 0 : filledAt + everyMs;
    },
    take: () => {
      fill();
      left -= 1;
    },
  };
}
