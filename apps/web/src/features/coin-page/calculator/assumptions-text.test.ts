import { calculateRewardExample } from '@openlode/contracts/examples/calculate-reward';
import { describe, expect, it } from 'vitest';
import { assumptionsText, fiatOf, fiatText } from './assumptions-text.ts';

const { assumptions } = calculateRewardExample;
if (assumptions === undefined) throw new Error('the example has assumptions');
const given = assumptions;

describe('the assumptions of an estimate', () => {
  it('are one line: rate, its age and source, fee, network', () => {
    expect(assumptionsText(given, 'RVN', 'H/s')).toBe(
      '1 RVN = $0.0172 (sample snapshot of 2025-01-31). Fee 1%. RVN network 6.00 TH/s. A month is 30 days.',
    );
    const market = { ...given, rates_source: 'two exchanges', rates_age_s: 300 };
    expect(assumptionsText(market, 'RVN', 'H/s')).toContain('$0.0172 (two exchanges, 5 min ago). Fee');
  });

  it.each([
    ['59.4', 'USD', '$1.02'],
    ['59.4', 'EUR', '€0.986'],
    ['0.000000000000001', 'USD', '$0.0000000000000000172'],
    ['59.4', 'XAU', undefined],
  ])('tell what %s RVN are in %s', (coins, currency, text) => {
    expect(fiatText(coins, given, currency)).toBe(text);
  });

  it('know no money without them', () => {
    expect(fiatOf('1', undefined, 'USD')).toBeNull();
  });
});
