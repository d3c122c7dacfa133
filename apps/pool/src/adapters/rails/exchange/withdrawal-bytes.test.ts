import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  decodeWithdrawal,
  encodeWithdrawal,
  inspectWithdrawal,
  proofOfWithdrawal,
  readProof,
  type StoredWithdrawal,
} from './withdrawal-bytes.ts';

const payout: StoredWithdrawal = {
  place: 'kraken',
  id: 'p0123456789abcdef0',
  coin: 'XRP',
  network: 'XRP',
  address: 'rPayee',
  memo: '77',
  amount: 5n * 10n ** 18n,
  feeMax: 10n ** 17n,
};

const any: fc.Arbitrary<StoredWithdrawal> = fc.record({
  place: fc.constant('kraken'),
  id: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,17}$/),
  coin: fc.string(),
  network: fc.string(),
  address: fc.string(),
  memo: fc.string(),
  amount: fc.bigInt(0n, 10n ** 40n),
  feeMax: fc.bigInt(0n, 10n ** 40n),
});

it('is read as it was written, and its proof as well', () => {
  fc.assert(
    fc.property(any, fc.nat(), (withdrawal, signedAt) => {
      expect(decodeWithdrawal(encodeWithdrawal(withdrawal))).toEqual({
        ...withdrawal,
        exchangeId: undefined,
      });
      expect(readProof(proofOfWithdrawal(withdrawal, signedAt))).toEqual({
        ...withdrawal,
        exchangeId: undefined,
        signedAt,
      });
    }),
  );
});

it('pays one address what it says, at the most for its highest fee, and claims its own id', () => {
  expect(inspectWithdrawal({ bytes: encodeWithdrawal(payout) })).toEqual({
    network: 'XRP',
    txid: 'kraken-p0123456789abcdef0',
    outputs: [{ address: 'rPayee', memo: '77', asset: 'XRP', amount: 5n * 10n ** 18n }],
    claims: ['withdrawal:kraken-p0123456789abcdef0'],
    fee: { asset: 'XRP', amount: 10n ** 17n },
  });
  const record = { ...payout, id: '', exchangeId: 'FTQcuak-V6Za8' };
  expect(inspectWithdrawal({ bytes: encodeWithdrawal(record) })).toMatchObject({
    txid: 'kraken-record-FTQcuak-V6Za8',
  });
});

const text = new TextDecoder().decode(encodeWithdrawal(payout));

it.each([
  ['{}'],
  ['no JSON'],
  [text.replace('"memo"', '"note":"","memo"')],
  [text.replace('"5000000000000000000"', '"-5"')],
  [text.replace('"5000000000000000000"', '"05000000000000000000"')],
  [text.replace('p0123456789abcdef0', 'P0123456789abcdef0')],
  [text.replace('p0123456789abcdef0', '')],
  [`${text} `],
])('reads nothing from %s', (altered) => {
  expect(inspectWithdrawal({ bytes: new TextEncoder().encode(altered) })).toBe('unreadable');
});
