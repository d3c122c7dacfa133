import { describe, expect, it } from 'vitest';
import { zonedTime } from './zoned-time.ts';

describe('zonedTime', () => {
  it.each([
    ['UTC', '2026-07-15T22:30:05+00:00'],
    ['Europe/Berlin', '2026-07-16T00:30:05+02:00'],
    ['America/St_Johns', '2026-07-15T20:00:05-02:30'],
  ])('writes the moment of %s with its offset', (zone, text) => {
    expect(zonedTime(zone)?.(Date.UTC(2026, 6, 15, 22, 30, 5))).toBe(text);
  });

  it('keeps the hour that comes twice apart', () => {
    const write = zonedTime('Europe/Berlin');
    const hour = Date.UTC(2026, 9, 25, 0, 30);
    expect([write?.(hour), write?.(hour + 3_600_000)]).toEqual([
      '2026-10-25T02:30:00+02:00',
      '2026-10-25T02:30:00+01:00',
    ]);
  });

  it('knows no zone of another name', () => {
    expect(zonedTime('Mars/Olympus')).toBeUndefined();
  });
});
