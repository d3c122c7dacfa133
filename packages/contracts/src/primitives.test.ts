import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { decimalText, integerText } from './primitives.ts';

describe('decimalText', () => {
  it.each(['0', '0.5', '-0.5', '10.26909', '12.712926300000000001', '1000000000000000000000000'])(
    'takes %j',
    (text) => {
      expect(Check(decimalText('An amount.'), text)).toBe(true);
    },
  );

  it.each([
    '',
    '.5',
    '5.',
    '1e-7',
    '1E5',
    '+1',
    '01',
    '1,000',
    ' 1',
    '1\n',
    'NaN',
    'Infinity',
    '0x10',
    '--1',
  ])('refuses %j', (text) => {
    expect(Check(decimalText('An amount.'), text)).toBe(false);
  });
});

describe('integerText', () => {
  it('takes digits only', () => {
    expect(['0', '7', '5200000000000000'].filter((text) => !Check(integerText('A count.'), text))).toEqual(
      [],
    );
    expect(['-1', '1.0', '1e3', '007', ''].filter((text) => Check(integerText('A count.'), text))).toEqual(
      [],
    );
  });
});
