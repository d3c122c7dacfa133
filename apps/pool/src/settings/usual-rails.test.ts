import { expect, it } from 'vitest';
import { bitcoinChains } from '../adapters/chains/bitcoin/chain-facts.ts';
import { paidChains } from '../adapters/rails/bitcoin/paid-chains.ts';
import { usualOf } from './usual-rails.ts';

/** Thirty inputs of 149 bytes, two outputs of 34, and 29 bytes beside: what other pools pay in a month. */
const bytes = 30 * 149 + 2 * 34 + 29;

it.each([...bitcoinChains, ...paidChains])(
  'has a payment of $asset spend thirty coins at its least rate within its cap',
  ({ asset, decimals = 8 }) => {
    const { feeRateMin, feeRateMax, feeMax } = usualOf(asset);
    expect(feeRateMin).toBeLessThanOrEqual(feeRateMax);
    expect(feeRateMin * bytes).toBeLessThanOrEqual(Math.round(feeMax * 10 ** decimals));
  },
);
