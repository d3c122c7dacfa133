import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { banText, creditShare, judgeOffence, misconductOf, newPatience, offenceCosts } from './misconduct.ts';

const offences = Object.keys(offenceCosts) as (keyof typeof offenceCosts)[];

describe('misconduct', () => {
  it('bans after five hundred light shares in a row, for ten minutes, and says why', () => {
    const left = newPatience(0);
    for (let count = 0; count < 500; count++) expect(judgeOffence(left, 'light-share', 0)).toBeUndefined();
    const ban = judgeOffence(left, 'light-share', 1000);
    expect(ban).toEqual({ until: 601_000, reason: 'light-share' });
    expect(ban && banText(ban)).toBe('Banned until 1970-01-01T00:10:01Z: too many low difficulty shares');
  });

  it('never bans who has two honest shares for a light one', () => {
    const left = newPatience(0);
    for (let count = 0; count < 10_000; count++) {
      creditShare(left, 0);
      creditShare(left, 0);
      expect(judgeOffence(left, 'light-share', 0)).toBeUndefined();
    }
    expect(misconductOf(left)).toBe(2);
  });

  it('is worn off after ten minutes, whatever it was', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...offences), { maxLength: 100 }), (deeds) => {
        const left = newPatience(0);
        for (const deed of deeds) judgeOffence(left, deed, 0);
        expect(judgeOffence(left, 'endless-line', 600_000)).toBeUndefined();
        expect(misconductOf(left)).toBeCloseTo(100, 6);
      }),
    );
  });

  it('lets fifty machines look for their first share in vain for ten minutes', () => {
    const left = newPatience(0);
    for (let count = 0; count < 50; count++) expect(judgeOffence(left, 'no-share', 0)).toBeUndefined();
    expect(misconductOf(left)).toBe(250);
  });

  it('bans nobody for less than a hundred refused logins', () => {
    const left = newPatience(0);
    for (let count = 0; count < 100; count++) expect(judgeOffence(left, 'refused-login', 0)).toBeUndefined();
    expect(judgeOffence(left, 'refused-login', 0)?.reason).toBe('refused-login');
  });
});
