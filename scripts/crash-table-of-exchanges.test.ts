import { expect, it } from 'vitest';
import { exchangeTable, playedOf, storedTable } from './crash-table-of-exchanges.ts';

it('counts lost answers by request, by whether it was accepted and by how, and what was taken twice', () => {
  const run = { meant: 4, sent: 5, doubleOrders: 0, doubleWithdrawals: 0, missing: 0 };
  expect(
    exchangeTable([
      {
        ...run,
        exchange: 'kraken',
        faults: 3,
        byFault: { 'order now timeout': 2, 'withdrawal never http-429': 1 },
      },
      {
        ...run,
        exchange: 'gate',
        faults: 1,
        byFault: { 'order later half-body': 1 },
        doubleWithdrawals: 1,
      },
    ]),
  ).toEqual([
    '|  | timeout | reset | 502 | 429 | half a body | all |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    '| order, accepted | 2 | 0 | 0 | 0 | 0 | 2 |',
    '| order, on its way: accepted later, or refused by its time | 0 | 0 | 0 | 0 | 1 | 1 |',
    '| order, not accepted | 0 | 0 | 0 | 0 | 0 | 0 |',
    '| withdrawal, accepted | 0 | 0 | 0 | 0 | 0 | 0 |',
    '| withdrawal, on its way: accepted later, or refused by its time | 0 | 0 | 0 | 0 | 0 | 0 |',
    '| withdrawal, not accepted | 0 | 0 | 0 | 1 | 0 | 1 |',
    '',
    '|  | gate | kraken | all |',
    '| --- | --: | --: | --: |',
    '| **faults** | 1 | 3 | 4 |',
    '| orders and withdrawals meant | 4 | 4 | 8 |',
    '| requests sent | 5 | 5 | 10 |',
    '| **orders taken twice** | 0 | 0 | 0 |',
    '| **withdrawals taken twice** | 1 | 0 | 1 |',
    '| meant and never taken | 0 | 0 | 0 |',
  ]);
});

it('counts the same of what is stored, and where the ledger differs', () => {
  const run = { seed: 1, faults: 2, meant: 2, stored: 3, double: 0, missing: 0, differing: [] };
  expect(
    storedTable([
      { ...run, orders: 'kraken', byFault: { 'now reset': 1, 'later reset': 1 } },
      { ...run, transfers: 'gate', byFault: { 'never timeout': 2 }, double: 1, differing: ['BTC'] },
      { ...run, payouts: 'gate', byFault: { 'now half-body': 2 } },
    ]),
  ).toEqual([
    '|  | timeout | reset | 502 | 429 | half a body | all |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    '| order, accepted | 0 | 1 | 0 | 0 | 0 | 1 |',
    '| order, on its way: accepted later, or refused by its time | 0 | 1 | 0 | 0 | 0 | 1 |',
    '| order, not accepted | 0 | 0 | 0 | 0 | 0 | 0 |',
    '| transfer, accepted | 0 | 0 | 0 | 0 | 0 | 0 |',
    '| transfer, on its way: accepted later, or refused by its time | 0 | 0 | 0 | 0 | 0 | 0 |',
    '| transfer, not accepted | 2 | 0 | 0 | 0 | 0 | 2 |',
    '| payout, accepted | 0 | 0 | 0 | 0 | 2 | 2 |',
    '| payout, on its way: accepted later, or refused by its time | 0 | 0 | 0 | 0 | 0 | 0 |',
    '| payout, not accepted | 0 | 0 | 0 | 0 | 0 | 0 |',
    '',
    '|  | gate | kraken | all |',
    '| --- | --: | --: | --: |',
    '| **faults** | 4 | 2 | 6 |',
    '| orders, transfers and payouts meant | 4 | 2 | 6 |',
    '| stored, each asked for once | 6 | 3 | 9 |',
    '| **orders taken twice** | 0 | 0 | 0 |',
    '| **transfers taken twice** | 1 | 0 | 1 |',
    '| **payouts paid twice** | 0 | 0 | 0 |',
    '| meant and never taken | 0 | 0 | 0 |',
    '| coins that the ledger has otherwise | 1 | 0 | 1 |',
  ]);
});

it('counts each run of a play once, and those of its seeds alone', () => {
  const rest = { faults: 2, meant: 2, stored: 3, double: 0, missing: 0, differing: [], byFault: {} };
  const of = (kind: 'orders' | 'payouts', exchange: string, seed: number) => ({
    ...rest,
    [kind]: exchange,
    seed,
  });
  expect(
    playedOf(
      [
        of('orders', 'gate', 1),
        of('orders', 'gate', 1),
        of('payouts', 'gate', 1),
        of('orders', 'gate', 2),
        of('orders', 'gate', 3),
      ],
      2,
    ),
  ).toBe(3);
});
