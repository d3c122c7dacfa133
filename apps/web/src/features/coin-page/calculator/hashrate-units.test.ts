import { describe, expect, it } from 'vitest';
import { convertHashrate, firstUnitOf, readHashrate, unitsOf } from './hashrate-units.ts';

const kawpow = {
  minCalculatorUnit: 'm',
  maxCalculatorUnit: 't',
  defaultCalculatorUnit: 'm',
  preUnitOfMeasurement: 'm',
} as const;

describe('the units', () => {
  it('run from the smallest to the largest in their order [calc-01]', () => {
    expect(unitsOf(kawpow)).toEqual(['m', 'g', 't']);
    expect(unitsOf({ ...kawpow, minCalculatorUnit: '', maxCalculatorUnit: 'z' })).toEqual([
      '',
      'k',
      'm',
      'g',
      't',
      'p',
      'e',
      'z',
    ]);
    expect(firstUnitOf({ ...kawpow, defaultCalculatorUnit: 'g' })).toBe('g');
    expect(firstUnitOf({ ...kawpow, defaultCalculatorUnit: '', preUnitOfMeasurement: 't' })).toBe('t');
  });
});

describe('readHashrate', () => {
  it.each([
    ['76.80', '76.8'],
    ['1,234.5', '1234.5'],
    ['12,345,678', '12345678'],
    // A comma that groups nothing may be a decimal point: five times as much would be a lie.
    ['0,5', null],
    ['1,5', null],
    ['1234,567', null],
    ['1.234,5', null],
    ['1,23', null],
    ['.5', '0.5'],
    ['007.', '7'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['0', null],
    ['0.00', null],
    ['', null],
    ['-1', null],
    ['1e3', null],
    ['1.2.3', null],
    ['.', null],
  ])('%j is %s', (text, expected) => {
    expect(readHashrate(text)).toBe(expected);
  });
});

describe('convertHashrate', () => {
  it.each([
    ['0.5', 'g', 'm', '500'],
    ['76.8', 'm', 'm', '76.8'],
    ['1', '', 'm', '0.000001'],
    ['123456', 'k', 'm', '123.456'],
    ['0.000000000000000001', '', 'g', '0.000000000000000000000000001'],
    ['9', 'z', '', '9000000000000000000000'],
    ['1500', 'm', 'g', '1.5'],
  ] as const)('%s %s is %s → %s', (value, from, to, expected) => {
    expect(convertHashrate(value, from, to)).toBe(expected);
  });
});
