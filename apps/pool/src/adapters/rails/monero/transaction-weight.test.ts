import { expect, it } from 'vitest';
import { toFurther, toTwo } from '../../../../../../testing/monero-payments.ts';
import { transactionWeight } from './transaction-weight.ts';

it('is that of a transaction as a wallet has built it, and no less, within three percent', () => {
  expect(transactionWeight(1, 2)).toBe(1536n);
  // Two inputs, a payee and the change: its length in bytes, where nothing is charged besides.
  const bytes = toFurther.raw.length / 2;
  expect([bytes, transactionWeight(2, 2)]).toEqual([2166, 2215n]);
});

it('charges payments of one transaction for what their common proof saves, and keys of further addresses', () => {
  // By what the wallet has paid for both, whose bytes are known of one.
  const charged = toTwo.fee / (toFurther.fee / 2166n);
  expect([charged, transactionWeight(2, 3, true)]).toEqual([2846n, 2916n]);
});

it('grows with inputs and outputs', () => {
  expect([transactionWeight(2, 3), transactionWeight(1, 16), transactionWeight(2, 16)]).toEqual([
    2818n,
    6264n,
    6943n,
  ]);
});
