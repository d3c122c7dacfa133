import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodedPayment, PaymentOrder, RailTerms } from '../kernel/rail.ts';
import { adversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import { verifyPayment } from './verify-payment.ts';

const order: PaymentOrder = {
  payoutId: 7n,
  coin: 'XRP',
  network: 'XRP',
  address: 'rPayee',
  memo: '42',
  amount: 1_500_000n,
};
const terms: RailTerms = {
  confirmationsNeeded: 6,
  feeMax: 100n,
  feeAsset: 'XRP',
  ownAddresses: ['rChange'],
};
const output = { address: 'rPayee', memo: '42', asset: 'XRP', amount: 1_500_000n };
const sound: DecodedPayment = {
  network: 'XRP',
  txid: 't',
  outputs: [output],
  claims: ['coin:t0:1'],
  fee: { asset: 'XRP', amount: 12n },
};
const change = { address: 'rChange', memo: '', asset: 'XRP', amount: 9n };

describe('verifyPayment', () => {
  it.each<[string, Partial<DecodedPayment>, string | undefined]>([
    ['what was ordered', {}, undefined],
    ['change to ourselves', { outputs: [change, output] }, undefined],
    [
      'change to a foreign address',
      { outputs: [{ ...change, address: 'rThief' }, output] },
      'number of outputs',
    ],
    ['another address', { outputs: [{ ...output, address: 'rThief' }] }, 'address'],
    ['a unit more', { outputs: [{ ...output, amount: 1_500_001n }] }, 'amount'],
    ['a unit less', { outputs: [{ ...output, amount: 1_499_999n }] }, 'amount'],
    ['no memo', { outputs: [{ ...output, memo: '' }] }, 'memo'],
    ['another asset', { outputs: [{ ...output, asset: 'BTC' }] }, 'asset'],
    ['the payee twice', { outputs: [output, output] }, 'number of outputs'],
    ['nobody', { outputs: [] }, 'number of outputs'],
    ['another network', { network: 'BSC' }, 'network'],
    ['another transaction', { txid: 'u' }, 'id of the transaction'],
    ['a fee in another asset', { fee: { asset: 'BTC', amount: 1n } }, 'fee'],
  ])('%s [P11]', (_title, changes, expected) => {
    const difference = verifyPayment([order], 't', { ...sound, ...changes }, terms);
    expect(difference?.kind === 'altered' ? difference.what : difference?.kind).toBe(expected);
  });

  it('takes the dearest fee that is allowed and not a unit more [P11]', () => {
    const withFee = (amount: bigint): DecodedPayment => ({ ...sound, fee: { asset: 'XRP', amount } });
    expect(verifyPayment([order], 't', withFee(100n), terms)).toBeUndefined();
    expect(verifyPayment([order], 't', withFee(101n), terms)).toEqual({ kind: 'fee-over-cap', fee: 101n });
  });

  it('takes several payments, each exactly and none beside them [P11]', () => {
    const orders = [order, { ...order, payoutId: 8n, address: 'rSecond', amount: 7n }];
    const second = { ...output, address: 'rSecond', amount: 7n };
    const ofTwo = { ...terms, payeesMax: 2 };
    const differs = (outputs: DecodedPayment['outputs'], asked: readonly PaymentOrder[] = orders) => {
      const difference = verifyPayment(asked, 't', { ...sound, outputs }, ofTwo);
      return difference?.kind === 'altered' ? difference.what : difference?.kind;
    };
    expect(differs([second, change, output])).toBeUndefined();
    expect(differs([output])).toBe('number of outputs');
    expect(differs([output, output])).toBe('address');
    expect(differs([output, second, { ...second, address: 'rThief' }])).toBe('number of outputs');
    expect(differs([output, { ...second, amount: 8n }])).toBe('amount');
    expect(
      differs([
        { ...output, amount: 7n },
        { ...second, amount: 1_500_000n },
      ]),
    ).toBe('amount');
    // Nothing could tell which of two outputs is whose.
    expect(differs([output, output], [order, { ...order, payoutId: 8n }])).toBe('address');
    expect(differs([], [])).toBe('number of outputs');
    const withFee = (amount: bigint) =>
      verifyPayment(
        orders,
        't',
        { ...sound, outputs: [output, second], fee: { asset: 'XRP', amount } },
        ofTwo,
      );
    // No rail of one payment a transaction makes two.
    expect(verifyPayment(orders, 't', { ...sound, outputs: [output, second] }, terms)).toEqual({
      kind: 'altered',
      what: 'number of outputs',
    });
    expect(withFee(200n)).toBeUndefined();
    expect(withFee(201n)).toEqual({ kind: 'fee-over-cap', fee: 201n });
  });

  it('notices any flipped bit of a signed payment [P11]', async () => {
    const rail = adversarialRail({ now: () => 0 }, { below: () => 0, percent: () => false });
    const signed = await rail.build([order], []);
    if (signed.kind !== 'signed') throw new Error('this rail signs everything');
    const { bytes, txid, proof } = signed;
    const isSound = async (read: Uint8Array): Promise<boolean> => {
      const decoded = await rail.inspect({ network: 'XRP', bytes: read, proof });
      return decoded !== 'unreadable' && verifyPayment([order], txid, decoded, terms) === undefined;
    };
    expect(await isSound(bytes)).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        const flipped = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ (1 << bit) : byte));
        expect(await isSound(flipped)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});
