import { expect, it } from 'vitest';
import { bitcoinFamily } from './bitcoin/family.ts';
import { moneroFamily } from './monero/family.ts';
import { refuseUnsigned } from './read-transaction.ts';

it('refuses to end a payment where the family signs no such transaction, before anything is read', () => {
  expect(() => refuseUnsigned('cancel', moneroFamily, 'XMR-regtest')).toThrow(
    'Payments of XMR-regtest cannot be ended by another transaction.',
  );
  refuseUnsigned('payout', moneroFamily, 'XMR-regtest');
  refuseUnsigned('cancel', bitcoinFamily, 'LTC-regtest');
});
