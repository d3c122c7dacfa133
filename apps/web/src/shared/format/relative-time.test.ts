import { describe, expect, it } from 'vitest';
import { exactClock, exactTime, relativeTimeText, timeSpan } from './relative-time.ts';

const now = Date.UTC(2026, 10, 21, 22, 14, 8);

describe('relativeTimeText', () => {
  it.each([
    [-5_000, 'just now'],
    [0, 'just now'],
    [1_000, '1 s ago'],
    [59_999, '59 s ago'],
    [60_000, '1 min ago'],
    [3_599_000, '59 min ago'],
    [3_600_000, '1 h ago'],
    [86_400_000, '1 day ago'],
    [172_800_000, '2 days ago'],
  ])('%d ms ago reads %s', (age, text) => {
    expect(relativeTimeText(now - age, now)).toBe(text);
  });
});

describe('exact times', () => {
  it('are in UTC', () => {
    expect(exactTime(now)).toBe('21 Nov 2026, 22:14:08 UTC');
    expect(exactClock(now)).toBe('22:14:08 UTC');
  });

  it('span minutes of a day, or of two days', () => {
    expect(timeSpan(now - 25 * 60_000, now)).toBe('21:49–22:14 UTC');
    expect(timeSpan(now, now + 2 * 3_600_000)).toBe('21 Nov, 22:14–22 Nov, 00:14 UTC');
  });

  it('say nothing of a broken time', () => {
    expect(timeSpan(Number.NaN, now)).toBe('');
    expect(exactTime(Number.NaN)).toBe('');
  });
});
