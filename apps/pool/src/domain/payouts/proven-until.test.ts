import { describe, expect, it } from 'vitest';
import { provenUntil } from './proven-until.ts';

describe('provenUntil', () => {
  it('is the beginning of the ledger where nothing was compared', () => {
    expect(provenUntil(100, [])).toBe(100);
  });

  it('goes on from comparison to comparison, as long as each begins where the one before ended', () => {
    const compared = [
      { since: 100, comparedAt: 200 },
      { since: 150, comparedAt: 300 },
    ];
    expect(provenUntil(100, compared)).toBe(300);
    expect(provenUntil(90, compared)).toBe(90);
  });

  it('stops at a gap, which a later comparison closes', () => {
    const gap = [
      { since: 50, comparedAt: 200 },
      { since: 260, comparedAt: 300 },
    ];
    expect(provenUntil(100, gap)).toBe(200);
    expect(provenUntil(100, [...gap, { since: 190, comparedAt: 310 }])).toBe(310);
  });
});
