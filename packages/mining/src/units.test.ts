import { describe, expect, it } from 'vitest';
import { convertUnit, isUnit, unitLetter, units, unitsBetween } from './units.ts';

describe('units', () => {
  it('rise by 1000 from none to z', () => {
    expect(units).toEqual(['none', 'k', 'm', 'g', 't', 'p', 'e', 'z']);
    expect(convertUnit(1, 'm', 'k')).toBe(1000);
    expect(convertUnit(1, 'z', 'none')).toBe(1e21);
  });

  it('convert down and up', () => {
    expect(convertUnit(2500, 'k', 'm')).toBe(2.5);
    expect(convertUnit(7, 'g', 'g')).toBe(7);
    expect(convertUnit(3, 'none', 'm')).toBe(0.000003);
  });

  it('are listed between two bounds', () => {
    expect(unitsBetween('k', 'g')).toEqual(['k', 'm', 'g']);
    expect(unitsBetween('g', 'k')).toEqual([]);
  });

  it('know their letter and no inherited name', () => {
    expect(unitLetter('none')).toBe('');
    expect(unitLetter('m')).toBe('M');
    expect(isUnit('p')).toBe(true);
    expect(isUnit('constructor')).toBe(false);
  });
});
