import { describe, expect, it } from 'vitest';
import { formatHashrate } from './format-hashrate.ts';

describe('formatHashrate', () => {
  it.each([
    [0, '', 'H/s', '0.00', 'H/s'],
    [12.5, '', 'H/s', '12.50', 'H/s'],
    [21_400, '', 'H/s', '21.40', 'kH/s'],
    [128.42, 'm', 'H/s', '128.42', 'MH/s'],
    [0.5, 'm', 'H/s', '500.00', 'kH/s'],
    [999.996, '', 'H/s', '1.00', 'kH/s'],
    [270e12, '', 'H/s', '270.00', 'TH/s'],
    [1500, 'm', 'Sol/s', '1.50', 'GSol/s'],
    [2e24, '', 'H/s', '2,000.00', 'ZH/s'],
  ])('%d %s%s reads %s %s', (rate, preUnit, unitLabel, value, unit) => {
    expect(formatHashrate(rate, preUnit, unitLabel)).toEqual({ value, unit });
  });

  it('reads nonsense as zero', () => {
    expect(formatHashrate(Number.NaN, '', 'H/s')).toEqual({ value: '0.00', unit: 'H/s' });
    expect(formatHashrate(-5, 'm', 'H/s')).toEqual({ value: '0.00', unit: 'MH/s' });
  });
});
