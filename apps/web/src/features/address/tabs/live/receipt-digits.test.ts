import { rewardEventExample } from '@openlode/contracts/examples/account-events';
import type { Receipt } from '@openlode/contracts/receipt';
import { expect, it } from 'vitest';
import { hasMoreDigits, isSimulated, receiptText } from './receipt-digits.ts';

const { receipt } = rewardEventExample.data as { readonly receipt: Receipt };
const [line] = receipt.lines;
if (line === undefined || line.pending_conversion) throw new Error('no converted line');

it('copies every figure to the last unit, with block, rate and times', () => {
  const exact: Receipt = { lines: [{ ...line, credited: '0.000196882153421436' }] };
  const text = receiptText(exact, {
    coin: 'DOGE',
    credited: '0.000196882153421436',
    seq: 41,
    from: 1738324800000,
    to: 1738325400000,
    at: 1738325405000,
  });
  expect(text.split('\n')[0]).toBe(
    'Receipt 41, work of 31 Jan 2025, 12:00:00 UTC to 31 Jan 2025, 12:10:00 UTC',
  );
  expect(text).toContain('credited 0.000196882153421436 DOGE, worth');
  expect(text).toMatch(/^ETC: block \d+ \S+$/m);
  expect(text.endsWith('credited 0.000196882153421436 DOGE at 31 Jan 2025, 12:10:05 UTC')).toBe(true);
});

it('says of the pool’s spread that it is within that of the rate, and taken before the worth', () => {
  const about = { coin: 'DOGE', credited: '1', seq: 1, from: 0, to: 0, at: 0 };
  const kept = { ...line, rate_spread_percent: '1.5', conversion_spread_percent: '1.3' };
  const text = receiptText({ lines: [kept] }, about);
  expect(text).toContain(', spread 1.5%; the pool’s spread for these coins, 1.3%, is in it\n');
  expect(text).toContain(`worth ${line.usd} USD before the pool’s spread and the fee at that time`);
  expect(receiptText({ lines: [line] }, about)).toContain(
    `worth ${line.usd} USD before the fee at that time`,
  );
});

it('knows whether there is more than eight decimals', () => {
  expect(hasMoreDigits(receipt)).toBe(false);
  expect(hasMoreDigits({ lines: [{ ...line, fee: '0.000000001' }] })).toBe(true);
  const sold = { amount: '1', brought: [{ coin: 'USD', amount: '0.000000001' }], sales_in_all: 1, sales: [] };
  expect(hasMoreDigits({ lines: [{ ...line, sold }] })).toBe(true);
});

it('knows a block of the demo fleet by its hash', () => {
  expect(isSimulated(line)).toBe(false);
  const block = { height: 1, hash: `73696d756c61746564${'0'.repeat(46)}` };
  expect(isSimulated({ ...line, block })).toBe(true);
});

it('copies of relayed work who paid it, what that pool kept and what a block’s worth of work was paid', () => {
  const relayed = {
    through: 'other-pool',
    reference: `${'ab'.repeat(32)}:1`,
    fee_percent: '1.5',
    blocks: '0.04',
    per_block: '25',
  };
  const about = { coin: 'DOGE', credited: '1', seq: 1, from: 0, to: 0, at: 0 };
  expect(receiptText({ lines: [{ ...line, block: null, relayed }] }, about)).toContain(
    `ETC: relayed work, paid by other-pool (${relayed.reference}), which kept 1.5% before; 0.04 blocks on average, 25 ETC a block\n`,
  );
  expect(receiptText({ lines: [{ ...line, block: null }] }, about)).toContain('ETC: relayed work\n');
});

it('copies what was sold first, sale by sale, with exchange, price and fees', () => {
  const about = { coin: 'DOGE', credited: '1', seq: 1, from: 0, to: 0, at: 0 };
  const sold = {
    amount: '3',
    brought: [
      { coin: 'DOGE', amount: '380' },
      { coin: 'USD', amount: '198.602' },
    ],
    sales_in_all: 2,
    sales: [
      { exchange: null, at: 1738324800000, price: null, coin: 'DOGE', amount: '1', brought: '380', fees: [] },
      {
        exchange: 'kraken',
        at: 1738325400000,
        price: '99.5',
        coin: 'USD',
        amount: '2',
        brought: '198.602',
        fees: [{ coin: 'USD', amount: '0.398' }],
      },
    ],
  };
  const text = receiptText({ lines: [{ ...line, sold }] }, about);
  expect(text).toContain(
    [
      'sold 3 ETC of the whole reward for 380 DOGE and 198.602 USD, in 2 sales',
      'sale 1 ETC by the operator, 31 Jan 2025, 12:00:00 UTC, brought 380 DOGE',
      'sale 2 ETC at kraken, 31 Jan 2025, 12:10:00 UTC, brought 198.602 USD, 99.5 USD for one, fees of the trade 0.398 USD\n',
    ].join('\n'),
  );
});

it('copies how much of the spread the pool has kept', () => {
  const about = { coin: 'DOGE', credited: '1', seq: 1, from: 0, to: 0, at: 0 };
  const kept = { ...line, rate_spread_percent: '1.5', conversion_spread_percent: '0.9' };
  expect(receiptText({ lines: [kept] }, about)).toContain(
    ', spread 1.5%; the pool’s spread for these coins, 0.9%, is in it\n',
  );
});
