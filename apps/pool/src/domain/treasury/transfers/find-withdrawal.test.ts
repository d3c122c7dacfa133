import { expect, it } from 'vitest';
import type { ExchangeTransfer } from '../../kernel/exchange.ts';
import { findWithdrawal } from './find-withdrawal.ts';

const withdrawal = {
  id: 'w-1',
  coin: 'LTC',
  network: 'LTC',
  address: 'ltc1q',
  memo: '',
  amount: 5n,
  feeMax: 1n,
  madeAt: 1_000_000,
};
const transfer = (more: Partial<ExchangeTransfer> = {}): ExchangeTransfer => ({
  kind: 'withdrawal',
  exchangeId: 'x1',
  id: undefined,
  coin: 'LTC',
  address: 'ltc1q',
  amount: 5n,
  fee: 1n,
  state: 'pending',
  txid: undefined,
  at: 1_000_000,
  ...more,
});
const find = (transfers: readonly ExchangeTransfer[], known: readonly string[] = []) =>
  findWithdrawal(withdrawal, transfers, new Set(known));

it('finds a withdrawal by our id, whatever else is like it', () => {
  const mine = transfer({ id: 'w-1' });
  expect(find([transfer({ id: 'w-2', exchangeId: 'x2' }), mine])).toEqual({ kind: 'found', transfer: mine });
  expect(find([transfer({ id: 'w-2' })], ['x1'])).toEqual({ kind: 'absent' });
  expect(find([transfer({ id: 'w-2', address: 'ltc1p', amount: 4n })])).toEqual({ kind: 'absent' });
});

it.each(['W-1', 'order-w-1', '0', 'w-1 '])(
  'takes no withdrawal for absent beside one like it that nothing explains, called %j',
  (id) => {
    expect(find([transfer({ id })])).toEqual({ kind: 'ambiguous' });
    // A history may name the amount with the fee, and an address in other letters.
    expect(find([transfer({ id, amount: 6n })])).toEqual({ kind: 'ambiguous' });
    expect(find([transfer({ id, address: 'LTC1Q' })])).toEqual({ kind: 'ambiguous' });
    expect(find([transfer({ id }), transfer({ exchangeId: 'x2' })])).toEqual({ kind: 'ambiguous' });
    expect(find([transfer({ id })], ['x1'])).toEqual({ kind: 'absent' });
  },
);

it('finds it by address and amount where the venue keeps no id, and never takes another for it', () => {
  expect(find([transfer()])).toEqual({ kind: 'found', transfer: transfer() });
  for (const other of [
    transfer({ kind: 'deposit' }),
    transfer({ exchangeId: 'x0', address: 'ltc1p' }),
    transfer({ exchangeId: 'x0', amount: 4n }),
  ])
    expect(find([other], ['x0'])).toEqual({ kind: 'absent' });
  expect(find([transfer()], ['x1'])).toEqual({ kind: 'absent' });
  expect(find([transfer(), transfer({ exchangeId: 'x2' })])).toEqual({ kind: 'ambiguous' });
  expect(find([transfer(), transfer({ exchangeId: 'x2' })], ['x1'])).toMatchObject({ kind: 'found' });
});

it('finds it whatever the two clocks say of each other', () => {
  expect(find([transfer({ at: 1_000_000 - 3_600_000 })])).toMatchObject({ kind: 'found' });
});

it('takes no withdrawal for absent beside one that nothing explains: its amount may be named with the fee', () => {
  expect(find([transfer({ amount: 6n })])).toEqual({ kind: 'ambiguous' });
  expect(find([transfer({ address: 'pool' })])).toEqual({ kind: 'ambiguous' });
  expect(find([transfer({ amount: 6n }), transfer({ exchangeId: 'x2' })])).toEqual({ kind: 'ambiguous' });
});
