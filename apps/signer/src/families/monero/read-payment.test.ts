import { expect, it } from 'vitest';
import {
  payees,
  payer,
  type RecordedPayment,
  toFurther,
  toIntegrated,
  toTwo,
} from '../../../../../testing/monero-payments.ts';
import type { Order } from '@openlode/signing/messages';
import { Refused, type UnsignedRequest } from '../family.ts';
import { describeMoneroKey, showViewKey } from './keys.ts';
import { readBlob } from './read-blob.ts';
import { readPayment } from './read-payment.ts';

const network = 'XMR-regtest';
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const key = bytesOf(payer.spendKey);
/** `2` more than zero. */
const stranger = bytesOf('02'.padEnd(64, '0'));

const ordersOf = ({ orders }: RecordedPayment): Order[] =>
  orders.map((order, at) => ({ ...order, payoutId: `p${at}` }));

function requestOf(payment: RecordedPayment, changes: Partial<UnsignedRequest> = {}): UnsignedRequest {
  return {
    network,
    orders: ordersOf(payment),
    unsigned: 'ab',
    secrets: [stranger, key],
    walletSigned: { bytes: bytesOf(payment.raw), keys: bytesOf(payment.keys) },
    ...changes,
  };
}

function refusalOf(request: UnsignedRequest): string {
  try {
    readPayment(request);
  } catch (error) {
    if (error instanceof Refused) return `${error.reason} ${error.payoutIds?.join(' ') ?? ''}`.trim();
    throw error;
  }
  return 'none';
}

it('makes of a spend key what wallets make of it', () => {
  expect(showViewKey(key)).toBe(payer.viewKey);
  expect(describeMoneroKey(network, key).address).toBe(payer.address);
});

it.each([
  ['a primary and a further address', toTwo],
  ['an integrated address', toIntegrated],
  ['a further address alone', toFurther],
])('reads what pays %s, by the bytes and the secrets of the transaction', (_what, payment) => {
  const read = readPayment(requestOf(payment));
  expect(read.fee).toBe(payment.fee);
  expect(read.claims).toHaveLength(2);
  expect(read.size).toBe(BigInt(payment.raw.length / 2));
  const { bytes, txid } = read.sign();
  expect(txid).toBe(payment.txid);
  const count = (payment.keys.length / 64).toString(16).padStart(2, '0');
  expect(Buffer.from(bytes).toString('hex')).toBe(payment.raw + payment.keys + count);
});

it('names what is spent by its images', () => {
  expect(readPayment(requestOf(toFurther)).claims.every((claim) => /^image:[0-9a-f]{64}$/.test(claim))).toBe(
    true,
  );
});

const [first, second] = ordersOf(toTwo) as [Order, Order];
const altered = (hex: string, at: number): Uint8Array => {
  const bytes = bytesOf(hex);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
};
const signed = (bytes: Uint8Array, keys = bytesOf(toTwo.keys)) => ({ walletSigned: { bytes, keys } });

it.each<[string, string, Partial<UnsignedRequest>]>([
  ['a unit less than ordered', 'outputs p0', { orders: [{ ...first, amount: first.amount - 1n }, second] }],
  [
    'to another one of the payees',
    'outputs p0',
    {
      orders: [
        { ...first, address: payees.further },
        { ...second, address: payees.primary },
      ],
    },
  ],
  [
    'an integrated address beside another one',
    'unsupported',
    { orders: [{ ...first, address: payees.integrated }, second] },
  ],
  ['a payee without an order', 'outputs', { orders: [first] }],
  ['an order that is not there', 'outputs p2', { orders: [first, second, { ...first, payoutId: 'p2' }] }],
  ['change to another account', 'outputs', { secrets: [key, stranger] }],
  ['an order to the signer', 'own-address p0', { orders: [{ ...first, address: payer.address }, second] }],
  [
    'no address',
    'address p0',
    { orders: [{ ...first, address: `${payees.primary.slice(0, -1)}1` }, second] },
  ],
  ['locked outputs', 'unsupported', signed(altered(toTwo.raw, 1))],
  ['another version', 'unsupported', signed(altered(toTwo.raw, 0))],
  ['an end that is missing', 'unreadable', signed(bytesOf(toTwo.raw).subarray(0, 300))],
  ['secrets that are missing', 'unreadable', signed(bytesOf(toTwo.raw), bytesOf(toTwo.keys).subarray(32))],
  ['other secrets', 'outputs p0', signed(bytesOf(toTwo.raw), altered(toTwo.keys, 0))],
  ['nothing that was signed', 'unreadable', { walletSigned: undefined }],
])('refuses %s', (_what, reason, changes) => {
  expect(refusalOf(requestOf(toTwo, changes))).toBe(reason);
});

it.each(['key', 'amount', 'commitment'] as const)('refuses an output with another %s', (field) => {
  for (const output of readBlob(bytesOf(toTwo.raw)).outputs) {
    const at = Buffer.from(toTwo.raw, 'hex').indexOf(output[field]);
    expect(refusalOf(requestOf(toTwo, signed(altered(toTwo.raw, at))))).toMatch(/^outputs/);
    // The tag by which a wallet finds it faster stands behind the key.
    if (field === 'key')
      expect(refusalOf(requestOf(toTwo, signed(altered(toTwo.raw, at + 32))))).toMatch(/^outputs/);
  }
});

it('refuses another key of the transaction: no payee would find its output', () => {
  const { key: ofTransaction } = readBlob(bytesOf(toFurther.raw));
  const at = Buffer.from(toFurther.raw, 'hex').indexOf(ofTransaction);
  const changed = { bytes: altered(toFurther.raw, at), keys: bytesOf(toFurther.keys) };
  expect(refusalOf(requestOf(toFurther, { walletSigned: changed }))).toBe('outputs p0');
});

it('pays an integrated address with its number, and no other', () => {
  const number = Buffer.from(toIntegrated.raw, 'hex').indexOf(Buffer.from('020901', 'hex'));
  const [order] = ordersOf(toIntegrated);
  const changed = {
    walletSigned: { bytes: altered(toIntegrated.raw, number + 3), keys: bytesOf(toIntegrated.keys) },
  };
  expect(refusalOf(requestOf(toIntegrated, changed))).toBe('outputs');
  if (order === undefined) throw new Error('no order');
  expect(refusalOf(requestOf(toIntegrated, { orders: [{ ...order, address: payees.primary }] }))).toBe(
    'outputs',
  );
});
