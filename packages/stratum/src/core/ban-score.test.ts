import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  banText,
  creditShare,
  judgeViolation,
  banScoreOf,
  newBanScore,
  violationCosts,
} from './ban-score.ts';

const violations = Object.keys(violationCosts) as (keyof typeof violationCosts)[];

describe('banScore', () => {
  it('bans after five hundred light shares in a row, for ten minutes, and says why', () => {
    const left = newBanScore(0);
    for (let count = 0; count < 500; count++) expect(judgeViolation(left, 'light-share', 0)).toBeUndefined();
    const ban = judgeViolation(left, 'light-share', 1000);
    expect(ban).toEqual({ until: 601_000, reason: 'light-share' });
    expect(ban && banText(ban)).toBe('Banned until 1970-01-01T00:10:01Z: too many low difficulty shares');
  });

  it('never bans who has two honest shares for a light one', () => {
    const left = newBanScore(0);
    for (let count = 0; count < 10_000; count++) {
      creditShare(left, 0);
      creditShare(left, 0);
      expect(judgeViolation(left, 'light-share', 0)).toBeUndefined();
    }
    expect(banScoreOf(left)).toBe(2);
  });

  it('is worn off after ten minutes, whatever it was', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...violations), { maxLength: 100 }), (deeds) => {
        const left = newBanScore(0);
        for (const deed of deeds) judgeViolation(left, deed, 0);
        expect(judgeViolation(left, 'endless-line', 600_000)).toBeUndefined();
        expect(banScoreOf(left)).toBeCloseTo(100, 6);
      }),
    );
  });

  it('lets fifty machines look for their first share in vain for ten minutes', () => {
    const left = newBanScore(0);
    for (let count = 0; count < 50; count++) expect(judgeViolation(left, 'no-share', 0)).toBeUndefined();
    expect(banScoreOf(left)).toBe(250);
  });

  it('bans for no less than a hundred refused logins', () => {
    const left = newBanScore(0);
    for (let count = 0; count < 100; count++)
      expect(judgeViolation(left, 'refused-login', 0)).toBeUndefined();
    expect(judgeViolation(left, 'refused-login', 0)?.reason).toBe('refused-login');
  });
});
