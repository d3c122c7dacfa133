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
  return Number.isFinite(at) ? `${utc.format(at)} UTC` : '';
}

/** `22:14:08 UTC`. */
export function exactClock(at: number): string {
  return Number.isFinite(at) ? `${utcClock.format(at)} UTC` : '';
}

/** `13:40–14:05 UTC`, with the dates where it spans two days. */
export function timeSpan(start: number, end: number): string {
  if (!Number.isFinite(start) || !Number.isFinite(end)) return '';
  const format = utcDay.format(start) === utcDay.format(end) ? utcMinute : utcDayMinute;
  return `${format.format(start)}–${format.format(end)} UTC`;
}

const utc = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const utcClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const utcDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const utcMinute = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });
const utcDayMinute = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
