import fc from 'fast-check';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { Transaction } from '@scure/btc-signer/transaction.js';
import { describe, expect, it } from 'vitest';
import { buildPsbt } from '../../../../../testing/build-psbt.ts';
import {
  coin,
  draftOf,
  firstKey,
  foreignKey,
  keyHashMiners,
  keyHashNetwork,
  order,
  previousOf,
  psbtOf,
  secondKey,
  txidOf,
  unsignedOf,
} from '../../testing/honest-request.ts';
import { reasonOf } from '../../testing/reason-of.ts';
import { importBitcoinKey } from './keys.ts';
import { readPrevious } from './raw-transaction.ts';
import { readPayment } from './read-payment.ts';

const on = keyHashNetwork;
const orders = keyHashMiners.map((address, at) => order(`a:${at}`, 1000n * BigInt(at + 1), address));
const coins = [coin(1, 100_000_000n, firstKey, on), coin(2, 70_000n, secondKey, on)];
const honest = draftOf(coins, orders);
const secrets = [firstKey, secondKey];
const read = (unsigned: string) => readPayment({ network: on, orders, unsigned, secrets });
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('coins of key hashes', () => {
  it('are signed as another implementation signs them, to the byte', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            seed: fc.nat(9),
            amount: fc.bigInt({ min: 10_000n, max: 10n ** 12n }),
            second: fc.boolean(),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        (given) => {
          const spent = given.map(({ seed, amount, second }, at) =>
            coin(seed + 10 * at, amount, second ? secondKey : firstKey, on),
          );
          const draft = draftOf(spent, orders, 100n);
          const { bytes, txid } = read(psbtOf(draft)).sign();
          const other = new Transaction({ version: 2, lockTime: 0, lowR: true });
          for (const each of spent)
            other.addInput({
              txid: txidOf(previousOf(each)),
              index: 1,
              sequence: 0xfffffffd,
              nonWitnessUtxo: previousOf(each),
            });
          for (const output of draft.outputs) other.addOutput(output);
          for (const [at, { key }] of spent.entries()) other.signIdx(key, at);
          other.finalize();
          expect(hex(bytes)).toBe(hex(other.extract()));
          expect(txid).toBe(other.id);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('are named by what is signed, and have the id of what was', () => {
    const transaction = read(psbtOf(honest));
    const { name, size } = transaction;
    expect(name).toBe(txidOf(unsignedOf(honest)));
    const { bytes, txid } = transaction.sign();
    expect(txid).toBe(txidOf(bytes));
    expect(txid).not.toBe(name);
    expect(BigInt(bytes.length) <= size).toBe(true);
    expect(size - BigInt(bytes.length)).toBeLessThanOrEqual(4n);
    expect(hex(transaction.sign().bytes)).toBe(hex(bytes));
  });

  it('come with whole previous transactions, whose amounts alone count', () => {
    const [first, second] = coins.map(previousOf);
    if (first === undefined || second === undefined) throw new Error('two are needed');
    const psbt = (previous: readonly Uint8Array[]) =>
      Buffer.from(buildPsbt(unsignedOf(honest), previous, honest.outputs.length)).toString('base64');
    expect(reasonOf(() => read(psbt([first, second])))).toBe('none');
    // The same outputs with another amount are another transaction.
    const claimed = previousOf({ ...coins[0], seed: 1, key: firstKey, on, amount: 100_000_001n });
    expect(reasonOf(() => read(psbt([claimed, second])))).toBe('previous-transaction');
    expect(reasonOf(() => read(psbt([second, first])))).toBe('previous-transaction');
    expect(read(psbt([first, second])).fee).toBe(1000n);
  });

  it('of a foreign key are refused', () => {
    const draft = draftOf([coin(3, 100_000_000n, foreignKey, on)], orders);
    expect(reasonOf(() => read(psbtOf(draft)))).toBe('foreign-input');
  });

  it('take keys in the form in which wallets of each network export them', () => {
    // Of the numbers 1 and 2 as Dogecoin writes them (version 158, mark of a compressed key).
    expect(importBitcoinKey('DOGE', 'QNcdLVw8fHkixm6NNyN6nVwxKek4u7qrioRbQmjxac5TVoTtZuot')).toEqual(
      Uint8Array.from([...new Uint8Array(31), 1]),
    );
    expect(importBitcoinKey('RVN', 'QNcdLVw8fHkixm6NNyN6nVwxKek4u7qrioRbQmjxac5TVoTtZuot')).toBeUndefined();
  });
});

describe('a previous transaction with a payload', () => {
  const plain = previousOf(coin(1, 5n, firstKey, on));
  const { inputs, outputs } = RawOldTx.decode(plain);
  const typed = RawOldTx.encode({ version: 0x0005_0003, inputs, outputs, lockTime: 0 });
  const whole = Uint8Array.of(...typed, 2, 0xaa, 0xbb);

  it('counts with it for its id', () => {
    expect(readPrevious(whole)).toMatchObject({ txid: txidOf(whole), outputs: [{}, { amount: 5n }] });
  });

  it('counts however long it is: who pays the pool chooses that', () => {
    const long = Buffer.concat([typed, Uint8Array.of(0xfe, 0, 0, 4, 0), new Uint8Array(0x4_0000)]);
    expect(readPrevious(long)).toMatchObject({ txid: txidOf(long) });
  });

  it('may be missing, where its chain has none', () => {
    expect(readPrevious(typed)).toMatchObject({ txid: txidOf(typed) });
  });

  it.each([
    ['is cut off', whole.subarray(0, whole.length - 1)],
    ['goes on', Uint8Array.of(...whole, 0)],
    ['belongs to no type', Uint8Array.of(3, 0, 0, 0, ...whole.subarray(4))],
  ] as const)('that %s is refused', (_what, bytes) => {
    expect(reasonOf(() => readPrevious(bytes))).toBe('previous-transaction');
  });
});
