import { rewardEventExample } from '@openlode/contracts/examples/account-events';
import type { Receipt } from '@openlode/contracts/receipt';
import { expect, it } from 'vitest';
import { rateGrounds } from './rate-grounds.ts';

const [first] = (rewardEventExample.data as { readonly receipt: Receipt }).receipt.lines;
if (first === undefined || first.pending_conversion) throw new Error('no converted line');
const reward = { coin: 'LTC', amount: '1' };
const line = { ...first, reward, rate_source: 'coinpaprika + kraken', rate_at: 1_738_324_800_000 };

it('names who said the price of each coin, and when', () => {
  expect(rateGrounds(line, 'DOGE')).toBe('coinpaprika + kraken, 31 Jan 2025, 12:00:00 UTC');
  const both = { ...line, paid_price_source: 'gate + kraken', paid_price_at: 1_738_324_320_000 };
  expect(rateGrounds(both, 'DOGE')).toBe(
    'LTC by coinpaprika + kraken, 31 Jan 2025, 12:00:00 UTC; DOGE by gate + kraken, 31 Jan 2025, 11:52:00 UTC',
  );
});
