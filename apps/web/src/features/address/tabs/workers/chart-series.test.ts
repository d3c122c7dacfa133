import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { describe, expect, it } from 'vitest';
import { readSeries, shownSeries, spanOf } from './chart-series.ts';

const none = { data: [], timestamps: [] };
const lookedAt = 1_738_324_860_000;

describe('a hashrate series', () => {
  it('is read point by point', () => {
    expect(readSeries({ data: ['1939.07', '0'], timestamps: [1_000, 2_000] })).toEqual([
      { at: 1_000, value: 1939.07 },
      { at: 2_000, value: 0 },
    ]);
  });

  it('covers an hour by minute, or a day by ten minutes', () => {
    expect(spanOf({ calculated: none, reported: none }, 1, lookedAt)).toEqual({
      start: lookedAt - 61 * 60_000,
      end: lookedAt - 60_000,
      step: 60_000,
    });
    expect(spanOf({ calculated: none, reported: none }, 24, lookedAt).step).toBe(600_000);
  });

  it('has the series and the axis that the catalogue names, where there is anything of them [workers-02]', () => {
    const some = { data: ['5'], timestamps: [lookedAt] };
    const etchash = findAlgorithm('etchash');
    const scrypt = findAlgorithm('scrypt');
    expect(shownSeries({ calculated: some, reported: some }, etchash)).toEqual({
      series: ['calculated', 'reported'],
      axis: 'reported',
    });
    const byShares = { series: ['calculated'], axis: 'calculated' };
    expect(shownSeries({ calculated: some, reported: none }, etchash)).toEqual(byShares);
    expect(shownSeries({ calculated: some, reported: some }, scrypt)).toEqual(byShares);
    expect(shownSeries({ calculated: some, reported: some }, undefined)).toEqual(byShares);
  });

  it('leaves room for what is missing since the last share, and ends with a figure of a clock ahead', () => {
    const stopped = { data: ['5'], timestamps: [lookedAt - 1_800_000] };
    expect(spanOf({ calculated: stopped, reported: none }, 1, lookedAt).end).toBe(lookedAt - 60_000);
    const ahead = { data: ['5'], timestamps: [lookedAt + 500_000] };
    expect(spanOf({ calculated: none, reported: ahead }, 1, lookedAt, 'reported').end).toBe(
      lookedAt + 500_000,
    );
  });
});
