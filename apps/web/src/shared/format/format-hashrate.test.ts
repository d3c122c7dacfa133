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
    [12_345_678, 'z', 'H/s', '12,345,678.00', 'ZH/s'],
  ])('%d %s%s reads %s %s [shell-11]', (rate, preUnit, unitLabel, value, unit) => {
    expect(formatHashrate(rate, preUnit, unitLabel)).toEqual({ value, unit });
  });

  it('has a text for every unit from none to z [shell-11]', () => {
    const texts = Array.from({ length: 8 }, (_, power) => formatHashrate(12.34 * 1000 ** power, '', 'H/s'));
    expect(texts.map(({ value, unit }) => `${value} ${unit}`)).toEqual([
      '12.34 H/s',
      '12.34 kH/s',
      '12.34 MH/s',
      '12.34 GH/s',
      '12.34 TH/s',
      '12.34 PH/s',
      '12.34 EH/s',
      '12.34 ZH/s',
    ]);
  });

  it('reads nonsense as zero', () => {
    expect(formatHashrate(Number.NaN, '', 'H/s')).toEqual({ value: '0.00', unit: 'H/s' });
    expect(formatHashrate(-5, 'm', 'H/s')).toEqual({ value: '0.00', unit: 'MH/s' });
  });
});
