import { expect, it } from 'vitest';
import { offeredRails } from '../adapters/rails/offered-rails.ts';
import { usualOf } from '../settings/usual-rails.ts';

/** Thirty inputs of 149 bytes, two outputs of 34, and 29 bytes beside: what other pools pay in a month. */
const bytes = 30 * 149 + 2 * 34 + 29;

it.each(offeredRails)(
  'has a payment of $asset spend thirty coins at its least rate within its cap',
  ({ asset, unit }) => {
    const { feeRateMin, feeRateMax, feeMax } = usualOf(asset);
    expect(feeRateMin).toBeLessThanOrEqual(feeRateMax);
    const smallestInCoin = 1e18 / Number(unit);
    expect(feeRateMin * bytes).toBeLessThanOrEqual(Math.round(feeMax * smallestInCoin));
  },
);
