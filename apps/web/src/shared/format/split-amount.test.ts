import { describe, expect, it } from 'vitest';
import { groupAmount, splitAmount } from './split-amount.ts';

describe('splitAmount', () => {
  it.each([
    ['3.81204617', '3.81', '204617'],
    ['5', '5', ''],
    ['0', '0', ''],
    ['1234567.5', '1,234,567.5', ''],
    ['-1234.5678', '-1,234.56', '78'],
    ['0.00004217', '0.000042', '17'],
    ['0.05212121', '0.05', '212121'],
    ['12.00004217', '12.00', '004217'],
  ])('sets %s as %s and %s [shell-11]', (amount, main, rest) => {
    expect(splitAmount(amount)).toEqual({ main, rest });
  });

  it('keeps every digit of an amount beyond the precision of a float', () => {
    expect(splitAmount('123456789012345678.123456789012345678')).toEqual({
      main: '123,456,789,012,345,678.12',
      rest: '3456789012345678',
    });
  });

  it('shows what is no amount as it came', () => {
    expect(splitAmount('n/a')).toEqual({ main: 'n/a', rest: '' });
  });
});

describe('groupAmount', () => {
  it('groups the thousands of a sentence and loses nothing', () => {
    expect(groupAmount('1680.820028')).toBe('1,680.820028');
    expect(groupAmount('0.00004217')).toBe('0.00004217');
    expect(groupAmount('20')).toBe('20');
  });
});
