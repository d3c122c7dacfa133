import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPsbt } from '../../../../../testing/build-psbt.ts';
import { paymentsInForm } from '../../../../../testing/payments-in-form.ts';
import {
  addressOf,
  coin,
  draftOf,
  firstKey,
  order,
  previousOf,
  scriptOfAddress,
  secondKey,
  unsignedOf,
} from '../../testing/honest-request.ts';
import { Refused } from '../family.ts';
import { bitcoinNetwork } from './networks.ts';
import { readUnsigned } from './raw-transaction.ts';
import { readPayment } from './read-payment.ts';

describe.each(paymentsInForm)('a payment of $network that the pool has built', (recorded) => {
  it('is signed to the byte as the suite of the pool takes it', () => {
    const { network, unsigned, payee } = recorded;
    const orders = [order('a:1', 4_000_000n, payee)];
    const payment = readPayment({ network, orders, unsigned, secrets: [firstKey] });
    expect([payment.fee, payment.name]).toEqual([100_000n, recorded.name]);
    const { bytes, txid } = payment.sign();
    expect([Buffer.from(bytes).toString('hex'), txid]).toEqual([recorded.signed, recorded.txid]);
  });
});

const secrets = [firstKey, secondKey];

describe.each(['XVG-regtest', 'FLUX-regtest', 'KMD-regtest', 'NEXA-regtest'])(
  'a payment of %s with another byte',
  (on) => {
    const orders = [9, 8].map((byte, at) =>
      order(`a:${at}`, 1_000_000n * BigInt(at + 1), addressOf(new Uint8Array(32).fill(byte), on)),
    );
    const coins = [coin(8, 5_000_000n, firstKey, on), coin(3, 70_000n, secondKey, on)];
    const honest = draftOf(coins, orders, 4000n);
    const unsigned = unsignedOf(honest);
    const previous = coins.map(previousOf);
    const { form } = bitcoinNetwork(on);
    const spent = coins.reduce((sum, { amount }) => sum + amount, 0n);

    it('is refused, or pays each order and gives the rest back but for the fee that it says', () => {
      const own = scriptOfAddress(addressOf(secondKey, on), on);
      let taken = 0;
      fc.assert(
        fc.property(fc.nat(unsigned.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
          const other = Uint8Array.from(unsigned);
          other[at] = (other[at] ?? 0) ^ change;
          const text = Buffer.from(buildPsbt(other, previous, honest.outputs.length)).toString('base64');
          let payment: ReturnType<typeof readPayment>;
          try {
            payment = readPayment({ network: on, orders, unsigned: text, secrets });
          } catch (error) {
            expect(error).toBeInstanceOf(Refused);
            return;
          }
          taken += 1;
          const read = readUnsigned(other, form);
          const paid = read.outputs.map(
            ({ script, amount }) => `${Buffer.from(script).toString('hex')} ${amount}`,
          );
          for (const { address, amount } of orders)
            expect(paid).toContain(`${Buffer.from(scriptOfAddress(address, on)).toString('hex')} ${amount}`);
          const back = read.outputs.filter(({ script }) => Buffer.compare(script, own) === 0);
          expect(back).toHaveLength(1);
          expect(payment.fee).toBe(spent - 3_000_000n - (back[0]?.amount ?? 0n));
          // Nothing beside: no other time, group, height of expiry or shielded part.
          const { head, tail } = readUnsigned(unsigned, form);
          expect([read.head, read.tail]).toEqual([head, tail]);
        }),
        { numRuns: 600 },
      );
      // What is left of the change, a lock time, a sequence.
      expect(taken).toBeGreaterThan(0);
    });
  },
);
