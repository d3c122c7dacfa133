import { describe, expect, it } from 'vitest';
import { cutAmount, shownAmount } from './shown-amount.ts';

describe('shownAmount', () => {
  it('shows what came in below the last decimal of the coin, in place of a zero', () => {
    expect(shownAmount('0', '0.000000000808543926')).toBe('0.0000000008');
    expect(shownAmount('0', '0.000000000000000001')).toBe('0.000000000000000001');
    expect(shownAmount('0.00', '0.0047')).toBe('0.0047');
  });

  it('leaves every other amount as it is, and nothing nothing', () => {
    expect(shownAmount('0.00000013', '0.000000131745103654')).toBe('0.00000013');
    expect(shownAmount('3', '3.7')).toBe('3');
    expect(shownAmount('0', '0')).toBe('0');
    expect(shownAmount('0', '0.000')).toBe('0');
  });

  it('cuts to the decimals of the coin, but never to nothing', () => {
    expect(cutAmount('12.345678912', 8)).toBe('12.34567891');
    expect(cutAmount('0.000000000808543926', 8)).toBe('0.0000000008');
    expect(cutAmount('0.4', 0)).toBe('0.4');
  });
});
