import { describe, expect, it } from 'vitest';
import {
  payees,
  payer,
  type RecordedPayment,
  toFurther,
  toIntegrated,
  toTwo,
} from '../../../../../../testing/monero-payments.ts';
import { proofOf, readProof } from './payment-proof.ts';
import { readPayment } from './read-payment.ts';
import { imagesOf, readTransaction } from './read-transaction.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const own = { address: payer.address, viewKey: bytesOf(payer.viewKey) };

function read(
  payment: RecordedPayment,
  change: { raw?: Uint8Array; payees?: readonly string[]; keys?: Uint8Array } = {},
) {
  const { raw = bytesOf(payment.raw), keys = bytesOf(payment.keys) } = change;
  return readPayment(own, raw, {
    payees: change.payees ?? payment.orders.map(({ address }) => address),
    keys,
  });
}

const altered = (hex: string, at: number): Uint8Array => {
  const bytes = bytesOf(hex);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
};

describe('what a transaction of Monero pays', () => {
  it.each([
    ['a primary and a further address', toTwo],
    ['an integrated address', toIntegrated],
    ['a further address alone', toFurther],
  ])('is read from its bytes: %s', (_what, payment) => {
    const decoded = read(payment);
    if (decoded === 'unreadable') throw new Error('unreadable');
    const { outputs, ...rest } = decoded;
    expect(rest).toEqual({
      network: 'XMR',
      txid: payment.txid,
      claims: imagesOf(bytesOf(payment.raw)).map((image) => `image:${image}`),
      fee: { asset: 'XMR', amount: payment.fee * 1_000_000n },
    });
    const outward = outputs.filter(({ address }) => address !== payer.address);
    expect(outward.toSorted((a, b) => (a.amount < b.amount ? -1 : 1))).toEqual(
      payment.orders.map(({ address, amount }) => ({
        address,
        memo: '',
        asset: 'XMR',
        amount: amount * 1_000_000n,
      })),
    );
    expect(outputs).toHaveLength(payment.orders.length + 1);
  });

  it('cannot be read by others, and not without its secrets', () => {
    expect(read(toTwo, { payees: [payees.primary] })).toBe('unreadable');
    expect(read(toTwo, { payees: [] })).toBe('unreadable');
    expect(read(toTwo, { keys: new Uint8Array() })).toBe('unreadable');
    expect(read(toTwo, { keys: altered(toTwo.keys, 0) })).toBe('unreadable');
  });

  it('is not believed where an output was changed', () => {
    const { outputs, extra } = readTransaction(bytesOf(toFurther.raw));
    const raw = Buffer.from(toFurther.raw, 'hex');
    const places = [
      ...outputs.flatMap(({ key, amount, commitment }) => [key, amount, commitment]),
      extra.key,
    ];
    for (const place of places)
      expect(read(toFurther, { raw: altered(toFurther.raw, raw.indexOf(place)) })).toBe('unreadable');
  });

  it('has the number of an integrated address, and no other', () => {
    const at = Buffer.from(toIntegrated.raw, 'hex').indexOf(Buffer.from('020901', 'hex'));
    expect(read(toIntegrated, { raw: altered(toIntegrated.raw, at + 3) })).toBe('unreadable');
    expect(read(toIntegrated, { payees: [payees.primary] })).toBe('unreadable');
  });

  it('is nothing where the bytes are of another form', () => {
    expect(read(toTwo, { raw: altered(toTwo.raw, 0) })).toBe('unreadable');
    expect(read(toTwo, { raw: bytesOf(toTwo.raw).subarray(0, 200) })).toBe('unreadable');
  });
});

it('keeps what a proof says', () => {
  const proof = {
    images: ['ab'.repeat(32), 'cd'.repeat(32)],
    payees: [payees.primary],
    keys: bytesOf('ef'.repeat(32)),
  };
  expect(proofOf(proof, 300)).toEqual({
    images: `${'ab'.repeat(32)} ${'cd'.repeat(32)}`,
    since: '200',
    payees: payees.primary,
    keys: 'ef'.repeat(32),
  });
  expect(readProof(proofOf(proof, 300))).toEqual({ ...proof, since: 200 });
  expect(() => readProof({ coins: 'a' })).toThrow('none of this rail');
});
