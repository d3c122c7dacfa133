import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import { buildPsbt } from '../../../../../testing/build-psbt.ts';
import {
  addressOf,
  coin,
  draftOf,
  firstKey,
  order,
  previousOf,
  secondKey,
  txidOf,
  unsignedOf,
} from '../../testing/honest-request.ts';
import { reasonOf } from '../../testing/reason-of.ts';
import { readPrevious, saplingVersion, type UnsignedTransaction } from './raw-transaction.ts';
import { readPayment } from './read-payment.ts';
import { saplingHash } from './sapling-hash.ts';
import { signKeyHash } from './sign-key-hash.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const sapling = 0x76b8_09bb;

type Draft = Pick<UnsignedTransaction, 'inputs' | 'outputs'> & Partial<UnsignedTransaction>;
const draft = (given: Draft): UnsignedTransaction => ({
  version: saplingVersion,
  head: bytesOf('85202f89'),
  lockTime: 0,
  tail: new Uint8Array(15),
  bytes: new Uint8Array(),
  txid: '',
  ...given,
});

describe('the hash that names the rules of a block', () => {
  // Test vector 3 of ZIP 243 (zcash/zips, zip-0243.rst), a payment of Zcash's test network, with the hash that its wallets compute (trustwallet/wallet-core,
  // tests/chains/Zelcash/TWZelcashTransactionTests.cpp): in the document the length of a script is missing.
  it('is that of ZIP 243', () => {
    const transaction = draft({
      inputs: [
        {
          txid: 'd9042195d9a1b65b2f1f79d68ceb1a5ea6459c9651a6ad4dc1f465824785c6a8',
          index: 1,
          sequence: 0xffff_fffe,
        },
      ],
      outputs: [
        { amount: 40_000_000n, script: bytesOf('76a9148132712c3ff19f3a151234616777420a6d7ef22688ac') },
        { amount: 9_999_755n, script: bytesOf('76a9145453e4698f02a38abdaa521cd1ff2dee6fac187188ac') },
      ],
      lockTime: 307_241,
      tail: bytesOf('48b004000000000000000000000000'),
    });
    const spent = {
      script: bytesOf('76a914507173527b4c3318a2aecd793bf1cfed705950cf88ac'),
      amount: 50_000_000n,
    };
    expect(hex(saplingHash(sapling)(transaction, 0, spent))).toBe(
      'f3148f80dfab5e573d5edfe7a850f5fd39234f80b5429d3a57edcc11e34c585b',
    );
    expect(hex(saplingHash(0x2bb4_0e60)(transaction, 0, spent))).not.toMatch(/^f3148f80/);
  });

  // A payment of Komodo's main network, dab3e7a705b0f80f0cd557a1e727dc50d8ccd24ff0ae159ca8cdefda656d7c9b: trustwallet/wallet-core,
  // tests/chains/Komodo/TransactionCompilerTests.cpp.
  it('is that of Komodo, and its main network took a signature over it', () => {
    const transaction = draft({
      inputs: [
        {
          txid: 'f6118b221c4e5f436d536eded8486f6b0cc6ab99ca424da120fec593304acd8c',
          index: 1,
          sequence: 0xffff_ffff,
        },
      ],
      outputs: [
        { amount: 892_984_972n, script: bytesOf('76a914dd90c41f2916bcfea10ed11cd10ed4db01c5be6488ac') },
      ],
    });
    const spent = {
      script: bytesOf('76a91401ea238017d65b2c5152a81146b95582b5284c2f88ac'),
      amount: 892_989_042n,
    };
    const hash = saplingHash(sapling)(transaction, 0, spent);
    expect(hex(hash)).toBe('09323f2c24af2cf44453aa228c213f26f40e1f87548031bad35cc4c65edc087a');
    const signature = bytesOf(
      '3045022100fb6e7a940815bc0de683dd70ed85696ffe21199958161331e76954af2ba11b1b02204860632bcad9c5a3cbaa2d60c401f7616f529e4c65915f1996286d3bd54c01cb',
    );
    const key = bytesOf('021f5a3a5f78b1f0adbbd8685c2c32de45e00e5b83faa814db57ce410295405207');
    expect(secp256k1.verify(signature, hash, key, { prehash: false, format: 'der' })).toBe(true);
  });

  // A payment of Flux's main network, ac5e4683ca4859daea1e91302f43e76a12d60c3e5fa955a55ee8629260655ddf: trustwallet/wallet-core,
  // tests/chains/Zelcash/TWZelcashTransactionTests.cpp, with its key.
  it('is that of Flux, whose main network took these bytes', () => {
    const transaction = draft({
      inputs: [
        {
          txid: '15881187a82a966ce6cc08d91617bce279d476b850d8c689f02b4a1fab982d5e',
          index: 0,
          sequence: 0xffff_ffff,
        },
      ],
      outputs: [
        { amount: 144_995_480n, script: bytesOf('76a91473562bc6a1db9dc6effebc1ef4379942feb3cf2c88ac') },
      ],
    });
    const spent = {
      script: bytesOf('76a9140170e9c060b0609774ac76144d56f59e4a15066988ac'),
      amount: 144_997_740n,
      secret: bytesOf('eda043f40029e67edc6e9edba61f47795e03ad57169074ac81e898c04cc45b29'),
    };
    const { bytes, txid } = signKeyHash(transaction, [spent], saplingHash(sapling));
    expect(hex(bytes)).toBe(
      '0400008085202f89015e2d98ab1f4a2bf089c6d850b876d479e2bc1716d908cce66c962aa887118815000000006a473044022002f181eeeab108a94a99a5aa0f4aaaf2236f8ea8c0db39ebfdcff8511f55df2102206c67f325099ca5b0a82e7d5d2b5b600cf4e3c8aec90ae7655b89e14282319a6a012103eeb334e219744f26ce6bffbdc2122bc13060606a2f696a5891fb101a82c80551ffffffff019874a408000000001976a91473562bc6a1db9dc6effebc1ef4379942feb3cf2c88ac00000000000000000000000000000000000000',
    );
    expect(txid).toBe('ac5e4683ca4859daea1e91302f43e76a12d60c3e5fa955a55ee8629260655ddf');
  });
});

const secrets = [firstKey, secondKey];
describe.each(['FLUX-regtest', 'KMD-regtest', 'ZEC-regtest', 'FLUX', 'KMD', 'ZEC'])(
  'a payment of %s',
  (on) => {
    const orders = [order('a:1', 1_000_000n, addressOf(new Uint8Array(32).fill(9), on))];
    const coins = [coin(8, 5_000_000n, firstKey, on), coin(3, 70_000n, secondKey, on)];
    const honest = draftOf(coins, orders, 4000n);
    const ask = (unsigned: Uint8Array, previous = coins.map(previousOf), network = on) =>
      readPayment({
        network,
        orders,
        unsigned: Buffer.from(buildPsbt(unsigned, previous, honest.outputs.length)).toString('base64'),
        secrets,
      });

    it('is signed in its form, each input for what it is worth', () => {
      const payment = ask(unsignedOf(honest));
      const { bytes, txid } = payment.sign();
      expect([payment.fee, payment.name]).toEqual([4000n, txidOf(unsignedOf(honest))]);
      expect(txid).toBe(txidOf(bytes));
      expect(hex(bytes.subarray(0, 9))).toBe('0400008085202f8902');
      expect(hex(bytes.subarray(-19))).toBe('00'.repeat(19));
      expect(BigInt(bytes.length) <= payment.size).toBe(true);
      expect(payment.size - BigInt(bytes.length)).toBeLessThanOrEqual(4n);
    });

    it.each([
      ['expires at a height', -15, 1, 'unsupported'],
      ['takes from shielded coins', -11, 1, 'unsupported'],
      ['has a shielded part', -1, 1, 'unsupported'],
      ['is of another version', 0, 3, 'unsupported'],
      ['is of another group', 4, 0x70, 'unsupported'],
      ['has no mark of its versions', 3, 0, 'unsupported'],
    ] as const)('is refused where it %s', (_what, at, byte, reason) => {
      const changed = unsignedOf(honest);
      changed[at < 0 ? changed.length + at : at] = byte;
      expect(reasonOf(() => ask(changed))).toBe(reason);
    });

    it('is refused in the form of Bitcoin, and cut off', () => {
      const unsigned = unsignedOf(honest);
      const plain = Uint8Array.of(2, 0, 0, 0, ...unsigned.subarray(8, -15));
      expect(reasonOf(() => ask(plain))).toBe('unsupported');
      expect(reasonOf(() => ask(unsigned.subarray(0, -1)))).toBe('unreadable');
      expect(reasonOf(() => ask(unsigned.subarray(0, 6)))).toBe('unsupported');
      expect(reasonOf(() => ask(unsignedOf(honest), coins.map(previousOf), 'DOGE-regtest'))).toBe(
        'unreadable',
      );
    });

    it('takes coins for what their transactions pay, whatever stands behind that', () => {
      const [first, second] = coins.map(previousOf);
      if (first === undefined || second === undefined) throw new Error('two are needed');
      // An amount of the second output, which is the coin.
      const raised = Uint8Array.from(first);
      raised[first.length - 15 - 4 - 26 - 8] = 0xff;
      expect(reasonOf(() => ask(unsignedOf(honest), [raised, second]))).toBe('previous-transaction');
      expect(reasonOf(() => ask(unsignedOf(honest), [second, first]))).toBe('previous-transaction');
      const shielded = Uint8Array.of(...first, ...new Uint8Array(948).fill(7));
      expect(readPrevious(shielded, 'sapling')).toMatchObject({
        txid: txidOf(shielded),
        outputs: [{ amount: 1000n }, { amount: 5_000_000n }],
      });
      // Of before Overwinter, as Bitcoin's.
      const plain = Uint8Array.of(1, 0, 0, 0, ...first.subarray(8, -15));
      expect(readPrevious(plain, 'sapling')).toMatchObject({
        txid: txidOf(plain),
        outputs: [{ amount: 1000n }, { amount: 5_000_000n }],
      });
      expect(reasonOf(() => readPrevious(first.subarray(0, 60), 'sapling'))).toBe('previous-transaction');
    });
  },
);
