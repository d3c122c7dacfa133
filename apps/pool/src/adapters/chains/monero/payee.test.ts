import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { keysFor, outputFor, readPayee } from './payee.ts';
import { recordedAddress, recordedViewKey } from './testing/recorded.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('who a coinbase pays', () => {
  it('gets an output that the private view key of the address finds', () => {
    const payee = readPayee(recordedAddress);
    const keys = keysFor(payee, new Uint8Array(64).fill(7));
    expect({ ...keys, transaction: hex(keys.transaction), output: hex(keys.output) }).toEqual({
      transaction: '5de730bf2b3d59d29ae36cdf32558c0977a557df330d9ab760dca971efa7a97e',
      output: '4a4ce5d4d354df4b04b12b4ceccc9beb487025e65c0623ea30ea6c48f33b8392',
      viewTag: 174,
    });
    // The other side's way to the same secret, as a wallet goes it.
    const view = BigInt(`0x${Buffer.from(recordedViewKey, 'hex').reverse().toString('hex')}`);
    const { Point } = ed25519;
    expect(hex(Point.BASE.multiply(view).toBytes())).toBe(hex(payee.view));
    const shared = Point.fromBytes(keys.transaction).multiply(view).clearCofactor().toBytes();
    const { transaction: _transaction, ...paid } = keys;
    expect(outputFor(payee.spend, shared, 0)).toEqual(paid);
  });

  it('gets another output from other random bytes, and none from bytes that are all zero', () => {
    const payee = readPayee(recordedAddress);
    const outputs = [1, 2, 3].map((value) => hex(keysFor(payee, new Uint8Array(64).fill(value)).output));
    expect(new Set(outputs).size).toBe(3);
    expect(() => keysFor(payee, new Uint8Array(64))).toThrow('the random bytes are all zero');
  });

  it.each([
    // One letter changed.
    [recordedAddress.replace('SCUD', 'SCUE'), 'has a wrong checksum'],
    // A subaddress: blocks cannot be paid to one.
    [
      '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
      'is not a primary address',
    ],
    ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'is no address of Monero'],
    ['', 'is not a primary address'],
  ])('%s %s', (address, why) => {
    expect(() => readPayee(address)).toThrow(why);
  });
});
