import { calculateRewardExample } from '@openlode/contracts/examples/calculate-reward';
import { describe, expect, it } from 'vitest';
import { fiatOf, fiatText, moneyText } from './fiat-text.ts';

const { assumptions } = calculateRewardExample;

describe('coins in money', () => {
  it.each([
    ['59.4', 'USD', '$1.02'],
    ['59.4', 'EUR', '€0.986'],
    ['0.000000000000001', 'USD', '$0.0000000000000000172'],
    ['59.4', 'XAU', undefined],
  ])('%s RVN in %s', (coins, currency, text) => {
    expect(fiatText(coins, assumptions, currency)).toBe(text);
  });

  it('is unknown without rates', () => {
    expect(fiatOf('1', undefined, 'USD')).toBeNull();
  });

  it('writes nothing as nothing', () => {
    expect(moneyText(0, 'USD')).toBe('$0.00');
  });
});
