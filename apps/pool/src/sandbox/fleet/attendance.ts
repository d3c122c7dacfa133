import { silentAfterMs } from '../../domain/policy/silence.ts';
import type { Attendance, RosterWorker } from './fleet-roster.ts';
import { hasRig } from './rig-workers.ts';
import type { SeededDraw } from './seeded-draw.ts';

/**
 * Time in the fleet is counted in whole minutes from its beginning, the minute in which the pool was made; history lies before.
 */
export const historyMinutes = 24 * 60;
/** Workers only ever leave a while before the end of such a period, so that the silence of all is noticed at once. */
export const periodMinutes = 240;
const silenceMinutes = silentAfterMs / 60_000;
/** The simulated past is over, and its workers are gone, before the pool opens: what is mined from then on is proven. */
export const historyEndMinute = -60 - silenceMinutes;
/** Of workers that a machine goes on with: just long enough before it for their silence to be noticed, so that their charts have no hole. */
export const rigEndMinute = -silenceMinutes;

/** From when to when a worker comes at all, the end exclusive. */
export interface Term {
  readonly from: number;
  readonly to: number;
}

export function termOf(draw: SeededDraw, worker: RosterWorker, key: string): Term {
  const { attendance } = worker;
  const from = attendance === 'newcomer' ? -draw.between(190, 300, 'joins', key) : -historyMinutes;
  const to =
    attendance === 'retired'
      ? -draw.between(1, 3, 'leaves', key) * periodMinutes - silenceMinutes
      : endOf(worker);
  return { from, to };
}

/** When the simulated past of a worker is over at the latest. */
function endOf(worker: RosterWorker): number {
  return hasRig(worker) ? rigEndMinute : historyEndMinute;
}

/** Whether a worker is at work throughout a minute. Pure, so history and present agree, whenever they are asked. */
export function isAtWork(
  draw: SeededDraw,
  worker: { readonly key: string; readonly attendance: Attendance; readonly term: Term },
  minute: number,
): boolean {
  const { attendance, term, key } = worker;
  if (minute < term.from || minute >= term.to) return false;
  return attendance !== 'flapping' || !isAway(draw, key, minute);
}

/** Every other period ends early, and the one after it begins late. */
function isAway(draw: SeededDraw, key: string, minute: number): boolean {
  const period = Math.floor(minute / periodMinutes);
  const into = minute - period * periodMinutes;
  const endsEarly = (of: number): boolean => drawOnce(draw, 0, 1, 'ends early', key, of) === 0;
  if (into >= periodMinutes - silenceMinutes) return endsEarly(period);
  return into < 60 && into < drawOnce(draw, 10, 59, 'returns', key, period) && endsEarly(period - 1);
}

/** A history asks the same of every minute: what was drawn is remembered. */
const drawnMax = 10_000;
const drawn = new WeakMap<SeededDraw, Map<string, number>>();

function drawOnce(
  draw: SeededDraw,
  min: number,
  max: number,
  what: string,
  worker: string,
  period: number,
): number {
  let known = drawn.get(draw);
  if (known === undefined) drawn.set(draw, (known = new Map()));
  if (known.size > drawnMax) known.clear();
  const name = `${what} ${worker} ${period}`;
  let number = known.get(name);
  if (number === undefined) known.set(name, (number = draw.between(min, max, what, worker, period)));
  return number;
}
