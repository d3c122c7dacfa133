import { dayMs, utcMidnight } from '../kernel/utc-day.ts';

/**
 * Whether later payouts of its coin wait behind one that the wallet cannot pay: from 12:00 to 24:00 UTC, when the daily run pays, what
 * comes in is kept for it, so that small ones do not take all of it; from 00:00 to 12:00 they are paid, so that they do not wait for ever
 * for what may never come. By the clock alone: two large ones with times of their own could hold the others back by turns.
 */
export function isKeptForOldest(now: number): boolean {
  return new Date(now).getUTCHours() >= 12;
}

/** When what is kept at this moment may be paid to others. */
export function keptUntil(now: number): Date {
  return new Date(utcMidnight(now) + dayMs);
}
