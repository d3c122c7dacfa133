import { describe, expect, it } from 'vitest';
import { outputScript } from '@openlode/mining/address-payment';
import { paymentsInForm } from '../../../../../../testing/payments-in-form.ts';
import { buildPayment, differenceFrom } from './build-payment.ts';
import { coinsMadeBy } from './coin-names.ts';
import { readTransaction } from './read-transaction.ts';
import { paidChain } from './testing/payments-in-form.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

describe.each(paymentsInForm)('a payment of $network', ({ network, own, payee, ...recorded }) => {
  const { form, networks } = paidChain(network.split('-')[0] ?? '');
  const { addresses } = networks.regtest;
  const scriptOf = (address: string): Uint8Array => outputScript(addresses, address) ?? new Uint8Array();
  const coins = recorded.previous.map((hex) => {
    const parent = readTransaction(bytesOf(hex), form);
    const [name = ''] = coinsMadeBy(parent);
    return { name, output: 0, value: parent.outputs[0]?.value ?? 0n, parent };
  });
  const outputs = [
    { script: scriptOf(payee), value: 4_000_000n },
    { script: scriptOf(own), value: 4_900_000n },
  ];
  const kind = { coins: 'key-hash', form } as const;

  it('is built to the byte as the suite of the signer takes it', () => {
    expect(coins.map(({ value }) => value)).toEqual([3_000_000n, 6_000_000n]);
    expect(Buffer.from(buildPayment(kind, coins, outputs)).toString('base64')).toBe(recorded.unsigned);
  });

  it('is taken as the signer answers', () => {
    const signed = readTransaction(bytesOf(recorded.signed), form);
    expect(signed).toMatchObject({ effect: recorded.name, txid: recorded.txid });
    expect(differenceFrom(kind, signed, coins, outputs)).toBeUndefined();
  });
});
