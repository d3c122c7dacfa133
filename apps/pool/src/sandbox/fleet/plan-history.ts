import { historyMinutes, isAtWork, periodMinutes, historyEndMinute, rigEndMinute } from './attendance.ts';
import type { Fleet } from './fleet.ts';
import { rigAlgorithms } from './rig-workers.ts';
import type { MinuteSpan } from './fleet-work.ts';

/** A step of the fleet's past, at a minute from its beginning. */
export type HistoryStep =
  | { readonly kind: 'work'; readonly at: number; readonly algorithm: string; readonly span: MinuteSpan }
  /** A block that stands for this number of minutes of mining. */
  | { readonly kind: 'block'; readonly at: number; readonly algorithm: string; readonly minutes: number }
  /** Everything up to here is recorded, so who is silent now has left. */
  | { readonly kind: 'look-for-silent'; readonly at: number };

const blocksInHistory = 6;
export const historyBlockEveryMinutes = historyMinutes / blocksInHistory;
/** Charts show the last two hours by the minute; what lies before is recorded in longer pieces. */
export const fineMinutes = 120;
const fineCheckMinutes = 60;
const dayMinutes = 24 * 60;
/** Long enough for everybody to count as silent before the day begins. */
const pauseMinutes = 16;
/** More than a day before the payments of the last day, so that no miner is paid twice on one UTC date. */
const monthEnd = -28 * 60;
/** Before the sum of 7 days begins, which is counted from a full hour. */
const weekBegin = -7 * dayMinutes - 120;
/**
 * The month before that day in pieces, all but the last with one block of each algorithm: so every miner has been paid once, and the
 * sums of 7 and 30 days are as large as those of a pool that is not new.
 */
export const monthSpans = [
  { from: -30 * dayMinutes, to: weekBegin, hasBlock: true },
  { from: weekBegin, to: monthEnd, hasBlock: true },
  { from: monthEnd, to: -historyMinutes - pauseMinutes, hasBlock: false },
] as const;

/** The month before the beginning, its last day in detail, in the order in which it is recorded. Depends on the seed alone. */
export function planHistory(fleet: Fleet): HistoryStep[] {
  const checks = checkMinutes();
  const steps: HistoryStep[] = [-historyMinutes, ...checks].map((at) => ({ kind: 'look-for-silent', at }));
  for (const algorithm of fleet.byAlgorithm.keys()) {
    const isMined = rigAlgorithms.some((each) => each === algorithm);
    const end = isMined ? rigEndMinute : historyEndMinute;
    const blocks = blockMinutes(fleet, algorithm).filter((at) => at <= end);
    const cuts = new Set([
      ...checks.filter((at) => at < end),
      end,
      ...blocks,
      ...firstMinutes(fleet, algorithm),
    ]);
    for (const { from, to, hasBlock } of monthSpans) {
      steps.push({ kind: 'work', at: to, algorithm, span: { from, to } });
      if (hasBlock) steps.push({ kind: 'block', at: to, algorithm, minutes: to - from });
    }
    let from = -historyMinutes;
    for (const to of [...cuts].toSorted((a, b) => a - b)) {
      steps.push({ kind: 'work', at: to, algorithm, span: { from, to } });
      from = to;
    }
    steps.push(
      ...blocks.map((at) => ({ kind: 'block', at, algorithm, minutes: historyBlockEveryMinutes }) as const),
    );
  }
  return steps.toSorted((a, b) => a.at - b.at || order[a.kind] - order[b.kind]);
}

const order = { work: 0, block: 1, 'look-for-silent': 2 } as const;

/** The ends of periods, and more often once it gets fine. */
function checkMinutes(): number[] {
  const minutes: number[] = [];
  for (let at = -historyMinutes + periodMinutes; at < -fineMinutes; at += periodMinutes) minutes.push(at);
  for (let at = -fineMinutes; at <= 0; at += fineCheckMinutes) minutes.push(at);
  return minutes;
}

/** Blocks come by luck: anywhere in the middle of their turn. */
function blockMinutes(fleet: Fleet, algorithm: string): number[] {
  return Array.from({ length: blocksInHistory }, (_, turn) => {
    const into = fleet.draw.between(60, historyBlockEveryMinutes - 20, 'block', algorithm, turn);
    return -historyMinutes + turn * historyBlockEveryMinutes + into;
  });
}

/** A minute after a worker begins, so that "came online" is written about when it happened. */
function firstMinutes(fleet: Fleet, algorithm: string): number[] {
  const minutes = new Set<number>();
  for (const worker of fleet.byAlgorithm.get(algorithm) ?? []) {
    let wasAtWork = isAtWork(fleet.draw, worker, -historyMinutes - 1);
    for (let minute = -historyMinutes; minute < -1; minute += 1) {
      const isNow = isAtWork(fleet.draw, worker, minute);
      if (isNow && !wasAtWork) minutes.add(minute + 1);
      wasAtWork = isNow;
    }
  }
  return [...minutes];
}
