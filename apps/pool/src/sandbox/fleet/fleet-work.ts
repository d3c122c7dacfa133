import type { WorkLine } from '../../domain/kernel/work-batch.ts';
import { isAtWork } from './attendance.ts';
import type { Fleet, FleetWorker } from './fleet.ts';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const sharesPerMinute = 5;
const unit = 10n ** 18n;

/** A span of whole minutes from the fleet's beginning, the end exclusive. */
export interface MinuteSpan {
  readonly from: number;
  readonly to: number;
}

/** The referral code that a worker carries, null for none. */
export type CodeOf = (worker: FleetWorker) => string | null;

/** What the workers of an algorithm did in a span, one line each; workers that were away have none. `beginning` in ms. */
export function workOfSpan(
  fleet: Fleet,
  algorithm: string,
  beginning: number,
  span: MinuteSpan,
  codeOf: CodeOf,
): WorkLine[] {
  return (fleet.byAlgorithm.get(algorithm) ?? []).flatMap((worker) => {
    const minutes: number[] = [];
    for (let minute = span.from; minute < span.to; minute += 1) {
      if (isAtWork(fleet.draw, worker, minute)) minutes.push(minute);
    }
    const [first] = minutes;
    const last = minutes.at(-1);
    if (first === undefined || last === undefined) return [];
    return [
      workLine(fleet, worker, `minute ${span.from}`, {
        from: beginning + first * minuteMs,
        to: beginning + (last + 1) * minuteMs,
        workedMs: minutes.length * minuteMs,
        referralCode: codeOf(worker),
      }),
    ];
  });
}

/** The same for days on end, long before the beginning, a line for each day: all who were there by then, without a pause. */
export function workOfDays(
  fleet: Fleet,
  algorithm: string,
  beginning: number,
  { from, to }: MinuteSpan,
  codeOf: CodeOf,
): WorkLine[] {
  return (fleet.byAlgorithm.get(algorithm) ?? [])
    .filter(({ attendance }) => attendance !== 'newcomer')
    .flatMap((worker) =>
      daysOf({ from, to }).map((day) =>
        workLine(fleet, worker, `minute ${day.from}`, {
          from: beginning + day.from * minuteMs,
          to: beginning + day.to * minuteMs,
          workedMs: (day.to - day.from) * minuteMs,
          referralCode: codeOf(worker),
        }),
      ),
    );
}

function daysOf({ from, to }: MinuteSpan): MinuteSpan[] {
  const days: MinuteSpan[] = [];
  for (let start = from; start < to; start += dayMinutes)
    days.push({ from: start, to: Math.min(to, start + dayMinutes) });
  return days;
}

/** A line of so much time at the worker's rate, give or take a fifteenth: luck, by `key`. */
function workLine(
  fleet: Fleet,
  worker: FleetWorker,
  key: string,
  {
    from,
    to,
    workedMs,
    referralCode,
  }: {
    readonly from: number;
    readonly to: number;
    readonly workedMs: number;
    readonly referralCode: string | null;
  },
): WorkLine {
  const perMille = BigInt(fleet.draw.between(934, 1066, 'luck', worker.key, key));
  const work = (worker.rate * BigInt(workedMs) * perMille) / (unit * 1_000_000n);
  return {
    miner: worker.miner,
    worker: worker.name,
    referralCode,
    work: work > 0n ? work : 1n,
    shares: Math.max(1, Math.round((workedMs / minuteMs) * sharesPerMinute)),
    firstAt: from,
    lastAt: to - 1,
  };
}
