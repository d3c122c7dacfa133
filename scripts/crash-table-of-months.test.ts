import { expect, it } from 'vitest';
import { monthTable } from './crash-table-of-months.ts';

it('says how soon thefts were named by the kind of place, and what happened in months with and without them', () => {
  const did = {
    blocks: 3,
    incomes: 1,
    trades: 5,
    transfers: 2,
    sweeps: 1,
    sentToSell: 1,
    payouts: 4,
    movements: 1,
    looks: 90,
  };
  const month = { did, skipped: [], wrong: [], thefts: [] };
  const theft = { kind: 'wallet', coin: 'LTC', amount: '1' };
  expect(
    monthTable([
      { ...month, seed: 1 },
      {
        ...month,
        seed: 1,
        thefts: [
          { ...theft, afterMs: 60_000 },
          { ...theft, amount: '7', afterMs: 180_000 },
          { ...theft, amount: '9', afterMs: 6.5 * 3_600_000 },
        ],
      },
      { ...month, seed: 2, thefts: [{ ...theft, kind: 'exchange' }], wrong: ['1 LTC was never named'] },
    ]),
  ).toEqual([
    '| stolen | thefts | of the least amount | named there | at the earliest | half of them within | at the latest |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    '| exchange | 1 | 1 | 0 |  |  |  |',
    '| wallet | 3 | 1 | 3 | 1 min | 3 min | 6.5 h |',
    '',
    '|  | without thefts | with thefts |',
    '| --- | --: | --: |',
    '| months of thirty days | 1 | 2 |',
    '| blocks credited | 3 | 6 |',
    '| payments of another pool | 1 | 2 |',
    '| turns of trading | 5 | 10 |',
    '| transfers to wallets | 2 | 4 |',
    '| transfers to the exchange | 1 | 2 |',
    '| of these with what conversions have to sell | 1 | 2 |',
    '| payouts | 4 | 8 |',
    '| fees taken out, and top-ups | 1 | 2 |',
    '| comparisons of all places | 90 | 180 |',
    '| thefts | 0 | 4 |',
    '| **alarms without a theft, and anything else wrong** | 0 | 1 |',
  ]);
});
