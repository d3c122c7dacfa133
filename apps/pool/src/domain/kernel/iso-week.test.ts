import { describe, expect, it } from 'vitest';
import { isoWeekOf } from './iso-week.ts';

describe('the week of a time', () => {
  // The examples of ISO 8601, and both ends of a week.
  it.each([
    ['2026-11-30T00:00:00.000Z', '2026-11-30', '2026-W49'],
    ['2026-12-06T23:59:59.999Z', '2026-11-30', '2026-W49'],
    ['2026-12-07T00:00:00.000Z', '2026-12-07', '2026-W50'],
    ['2005-01-01T12:00:00.000Z', '2004-12-27', '2004-W53'],
    ['2007-01-01T00:00:00.000Z', '2007-01-01', '2007-W01'],
    ['2008-12-29T00:00:00.000Z', '2008-12-29', '2009-W01'],
    ['2010-01-03T00:00:00.000Z', '2009-12-28', '2009-W53'],
    ['1970-01-01T00:00:00.000Z', '1969-12-29', '1970-W01'],
  ])('%s begins on %s and is %s', (time, monday, name) => {
    expect(isoWeekOf(Date.parse(time))).toEqual({ monday, name, from: Date.parse(monday) });
  });
});
