export interface RelativeTime {
  /** For example `12`; empty for `just now`. */
  readonly count: string;
  /** For example `s ago`. */
  readonly unit: string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago `at` was, in the largest whole unit. A time ahead of `now` is `just now`: clocks differ a little. */
export function relativeTime(at: number, now: number): RelativeTime {
  const age = now - at;
  if (age < 1000) return { count: '', unit: 'just now' };
  if (age < minute) return { count: String(Math.floor(age / 1000)), unit: 's ago' };
  if (age < hour) return { count: String(Math.floor(age / minute)), unit: 'min ago' };
  if (age < day) return { count: String(Math.floor(age / hour)), unit: 'h ago' };
  const days = Math.floor(age / day);
  return { count: String(days), unit: days === 1 ? 'day ago' : 'days ago' };
}

/** The same as one text: `12 s ago`. */
export function relativeTimeText(at: number, now: number): string {
  const { count, unit } = relativeTime(at, now);
  return count === '' ? unit : `${count} ${unit}`;
}

/** The exact moment, shown on hover: `21 Nov 2026, 22:14:08 UTC`. */
export function exactTime(at: number): string {
  return isTime(at) ? `${exactDay(at)}, ${clock(at, 19)} UTC` : '';
}

/** `21 Nov 2026`, in UTC. */
export function exactDay(at: number): string {
  return isTime(at) ? `${dayAndMonth(at)} ${new Date(at).getUTCFullYear()}` : '';
}

/** `22:14:08 UTC`. */
export function exactClock(at: number): string {
  return isTime(at) ? `${clock(at, 19)} UTC` : '';
}

/** `13:40–14:05 UTC`, with the dates where it spans two days. */
export function timeSpan(start: number, end: number): string {
  if (!isTime(start) || !isTime(end)) return '';
  const [from, to] = [dayAndMonth(start), dayAndMonth(end)];
  return from === to
    ? `${clock(start, 16)}–${clock(end, 16)} UTC`
    : `${from}, ${clock(start, 16)}–${to}, ${clock(end, 16)} UTC`;
}

/*
 * By hand: the browser's own formatter takes a phone a twentieth of a second to set up, on the first page of all.
 */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const;

function isTime(at: number): boolean {
  return !Number.isNaN(new Date(at).getTime());
}

function dayAndMonth(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''}`;
}

/** `22:14` to the 16th sign of the ISO text, `22:14:08` to the 19th; counted from the end, for years beyond 9999. */
function clock(at: number, end: 16 | 19): string {
  return new Date(at).toISOString().slice(-13, end - 24);
}
