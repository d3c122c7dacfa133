import { calculateRewardExample } from '@openlode/contracts/examples/calculate-reward';
import { describe, expect, it } from 'vitest';
import { assumptionsText } from './assumptions-text.ts';

const { assumptions } = calculateRewardExample;
if (assumptions === undefined) throw new Error('the example has assumptions');
const given = assumptions;

describe('the assumptions of an estimate', () => {
  it('are one line: rate, its age and source, fee, network', () => {
    expect(assumptionsText(given, 'RVN', 'H/s')).toBe(
      '1 RVN = $0.0172 (sample snapshot of 2025-01-31). Fee 1%. RVN network 6.00 TH/s. A month is 30 days.',
    );
    const networks = given.networks.map((each) => ({ ...each, conversion_spread_percent: '0.9' }));
    expect(assumptionsText({ ...given, networks }, 'LTC', 'H/s')).toContain(
      'RVN network 6.00 TH/s, conversion spread 0.9% from RVN to LTC. A month',
    );
    const market = { ...given, rates_source: 'two exchanges', rates_age_s: 300 };
    expect(assumptionsText(market, 'RVN', 'H/s')).toContain('$0.0172 (two exchanges, 5 min ago). Fee');
  });
});
