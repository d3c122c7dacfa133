import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hash160 } from '@scure/btc-signer/utils.js';
import { describe, expect, it } from 'vitest';
import { buildPsbt } from '../../../../../testing/build-psbt.ts';
import {
  addressOf,
  coin,
  type Draft,
  draftOf,
  firstKey,
  order,
  previousOf,
  psbtOf,
  secondKey,
  timeOf,
  txidOf,
  unsignedOf,
} from '../../testing/honest-request.ts';
import { reasonOf } from '../../testing/reason-of.ts';
import { encodeParts, readPrevious, timeIn } from './raw-transaction.ts';
import { readPayment } from './read-payment.ts';
import { hashOf } from './sign-key-hash.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** A payment of Verge's main network with its one signature: src/test/data/sighash.json of vergecurrency/verge 26.7, its only transaction. */
const paid =
  '0100000062b37a5c01aced94d33a7da3cd3734d7979ab4b8e7cc8b867f48840692fbcccd3b306b197f010000006a4730440220045aee1689b1c02fb179a83d3b58a83ff2d09d8a3ff6179d941e8528b04a955102200af970db525a73b293eb408a73a5a5266024fe546557f9165bfb45f9458d974a012103333abb4c9d3f7a8a9719968ac3d6165a3946c1da68c53664cede886a1a12f634ffffffff02562c3727000000001976a9140ace73ce28a4aa462fb335da8006e5364373eedd88ac33670803000000001976a91428e2aeaca49760c3f339fe7448c5794772e2a79888ac00000000';
const key = bytesOf('03333abb4c9d3f7a8a9719968ac3d6165a3946c1da68c53664cede886a1a12f634');
const signature = bytesOf(
  '30440220045aee1689b1c02fb179a83d3b58a83ff2d09d8a3ff6179d941e8528b04a955102200af970db525a73b293eb408a73a5a5266024fe546557f9165bfb45f9458d974a',
);
/** What is hashed of it while this is the script of its input. */
const withScript = (finalScriptSig: Uint8Array): Uint8Array =>
  encodeParts({
    version: 1,
    head: bytesOf('62b37a5c'),
    inputs: [
      {
        txid: '7f196b303bcdccfb920684487f868bcce7b8b49a97d73437cda37d3ad394edac',
        index: 1,
        sequence: 0xffffffff,
        finalScriptSig,
      },
    ],
    outputs: [
      { amount: 657_927_254n, script: bytesOf('76a9140ace73ce28a4aa462fb335da8006e5364373eedd88ac') },
      { amount: 50_882_355n, script: bytesOf('76a91428e2aeaca49760c3f339fe7448c5794772e2a79888ac') },
    ],
    lockTime: 0,
    tail: new Uint8Array(),
  });

describe('a transaction that says when it was made', () => {
  it('is written as its chain writes it', () => {
    const script = Uint8Array.of(0x47, ...signature, 1, 0x21, ...key);
    expect(hex(withScript(script))).toBe(paid);
    const { txid, outputs, head } = readPrevious(bytesOf(paid), 'timed');
    expect([txid, outputs.length, timeIn(head)]).toEqual([txidOf(bytesOf(paid)), 2, 1_551_545_186]);
  });

  // The same file: the hash of its type, which covers all inputs and outputs, for the script that it names.
  it('has the hash that a node has', () => {
    const script = Uint8Array.of(0x47, ...signature, 1, 0x21, ...key);
    const hash = hashOf(withScript(script), 1_864_164_639 >>> 0);
    expect(hex(hash.toReversed())).toBe('c8d6a799e0b61187ee34cd7a84d7230a431bced8ed5da62ed9572f2230bff037');
  });

  it('was signed on the main network over the hash that is signed here', () => {
    const spent = Uint8Array.of(0x76, 0xa9, 20, ...hash160(key), 0x88, 0xac);
    const isSigned = (hash: Uint8Array) =>
      secp256k1.verify(signature, hash, key, { prehash: false, format: 'der' });
    expect(isSigned(hashOf(withScript(spent)))).toBe(true);
    expect(isSigned(hashOf(withScript(spent), 2))).toBe(false);
  });
});

const on = 'XVG-regtest';
const orders = [order('a:1', 1_000_000n, addressOf(new Uint8Array(32).fill(9), on))];
const coins = [coin(8, 5_000_000n, firstKey, on), coin(3, 70_000n, secondKey, on)];
const honest = draftOf(coins, orders, 40_000n);
const secrets = [firstKey, secondKey];
const read = (draft: Draft) => readPayment({ network: on, orders, unsigned: psbtOf(draft), secrets });

describe('a payment of Verge', () => {
  it('is signed with the time of its youngest coin', () => {
    const payment = read(honest);
    const { bytes, txid } = payment.sign();
    expect([payment.fee, payment.name]).toEqual([40_000n, txidOf(unsignedOf(honest))]);
    expect(txid).toBe(txidOf(bytes));
    expect(timeIn(bytes.subarray(4, 8))).toBe(1_700_000_008);
    expect(BigInt(bytes.length) <= payment.size).toBe(true);
    expect(payment.size - BigInt(bytes.length)).toBeLessThanOrEqual(4n);
  });

  it('is refused with any other: no block could take it, or none before a day that who asks would name', () => {
    const youngest = timeOf({ seed: 8, amount: 0n, key: firstKey });
    for (const time of [youngest - 1, youngest + 1, 0, 0xffffffff])
      expect(reasonOf(() => read({ ...honest, time }))).toBe('unsupported');
    expect(reasonOf(() => read({ ...honest, time: youngest }))).toBe('none');
  });

  it('counts the time of a coin only as the bytes have it that the coin is named by', () => {
    const [first, second] = coins.map(previousOf);
    if (first === undefined || second === undefined) throw new Error('two are needed');
    const later = Uint8Array.from(first);
    later[4] = 0xff;
    const psbt = Buffer.from(buildPsbt(unsignedOf(honest), [later, second], honest.outputs.length));
    const unsigned = psbt.toString('base64');
    expect(reasonOf(() => readPayment({ network: on, orders, unsigned, secrets }))).toBe(
      'previous-transaction',
    );
  });

  it('is none in the form of Bitcoin, and the other way round', () => {
    const plain = (bytes: Uint8Array): Uint8Array =>
      Uint8Array.of(...bytes.subarray(0, 4), ...bytes.subarray(8));
    const psbt = (unsigned: Uint8Array, previous: readonly Uint8Array[]): string =>
      Buffer.from(buildPsbt(unsigned, previous, honest.outputs.length)).toString('base64');
    const previous = coins.map(previousOf);
    const ask = (unsigned: string, network = on) =>
      reasonOf(() => readPayment({ network, orders, unsigned, secrets }));
    expect(ask(psbt(plain(unsignedOf(honest)), previous))).toBe('unreadable');
    expect(ask(psbt(unsignedOf(honest), previous.map(plain)))).toBe('previous-transaction');
    expect(ask(psbtOf(honest), 'DOGE-regtest')).toBe('unreadable');
  });
});
