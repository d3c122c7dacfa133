import { RawOldTx, RawTx } from '@scure/btc-signer/script.js';
import { hash160, pubECDSA } from '@scure/btc-signer/utils.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import { buildPsbt } from '../../../../../testing/build-psbt.ts';
import {
  addressOf,
  coin,
  draftOf,
  firstKey,
  foreignKey,
  order,
  previousOf,
  psbtOf,
  secondKey,
  txidOf,
  unsignedOf,
} from '../../testing/honest-request.ts';
import { reasonOf } from '../../testing/reason-of.ts';
import { readPayment } from './read-payment.ts';
import { forkIdHash } from './sign-fork-id.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const partsOf = (raw: string) => {
  const { inputs, ...rest } = RawOldTx.decode(bytesOf(raw));
  return { ...rest, inputs: inputs.map(({ txid, ...input }) => ({ ...input, txid: hex(txid) })) };
};

describe('the hash that names its chain', () => {
  // From src/test/data/sighash.json of bitcoin-cash-node/bitcoin-cash-node: types with SIGHASH_FORKID that cover all inputs and outputs; the amount is 0 there.
  it.each([
    [
      '13c5f25c014d93c4a3d590dae00855fd5bd45eb81dc5ac7d60fb0a5df3a4ffa19c9f2d4a5d0300000001526692a4480126e9140500000000050053ab5153274c342c',
      '',
      0xd98dc15d,
      'b8dff2dd99ec3b5f7e969f911fe01432b3f941993ac967ff4c29c911b7858b63',
    ],
    [
      'bf39387d014972e1f7758c8bf8324471339afa252d1b9c1a81669509e816b75cdc7eb52af2000000000663ac00530052ffffffff0133dcc90500000000016500000000',
      '53ac00',
      0x1b453948,
      'f1ccc036ef11fe7e6cde8081f2ad217b3425293066060d083ac400e461e05845',
    ],
    [
      'fabc965f01f61a7790d4e04b0f28ada56a34ca6128988979aa2cec73cd1ae2bae8ac0ac17c0000000006630063510000ffffffff01889b100300000000025365d55eb094',
      '656a6a525151ac5163',
      0x9b7f1150,
      '206d5b70942353d861c305fac5b9a4c17a5cfeefd1f862403554d9a1bd786c08',
    ],
  ])('is that of a node: %s', (raw, script, type, expected) => {
    const hash = forkIdHash(partsOf(raw), 0, { script: bytesOf(script), amount: 0n, type });
    expect(Buffer.from(hash).reverse().toString('hex')).toBe(expected);
  });

  // From src/test/data/script_tests.json of BTCGPU/BTCGPU: the spend of a coin that its first transaction made, as its README has it.
  const spendOf = (script: string, amount: bigint) => {
    const made = RawOldTx.encode({
      version: 1,
      inputs: [
        {
          txid: new Uint8Array(32),
          index: 0xffffffff,
          finalScriptSig: Uint8Array.of(0, 0),
          sequence: 0xffffffff,
        },
      ],
      outputs: [{ script: bytesOf(script), amount }],
      lockTime: 0,
    });
    return {
      version: 1,
      lockTime: 0,
      inputs: [{ txid: txidOf(made), index: 0, sequence: 0xffffffff }],
      outputs: [{ script: new Uint8Array(), amount }],
    };
  };
  it.each([
    [
      'P2PKH',
      '76a9141018853670f9f3b0582c5b9ee8ce93764ac32b9388ac',
      0n,
      '304402201513700f80296cdfd57229c6a0630a4171cacec6d5ff031f5b2861ba58855cdd0220296d8af347790f4ba54cae49341a05326842aa9b818fe2a730fae95440ca0a10',
      '038282263212c609d9ea2a6e3e172de238d8c39cabd5ac1ca10646e23fd5f51508',
    ],
    [
      'Basic P2WPKH with compressed key',
      '0014751e76e8199196d454941c45d1b3a323f1433bd6',
      1n,
      '304402202fbe452f4b2d9502c2271242754cf2cea375072f7e3320042e4546e1d6a152c502200be7b6545c757dc7ccd181f6865e7f0964ef2c4cb05876d5e848b1d7eba33674',
      '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
  ])('is what a signature of Bitcoin Gold covers: %s', (_what, script, amount, signature, key) => {
    const keyHash = script.startsWith('0014') ? `76a914${script.slice(4)}88ac` : script;
    const isSigned = (type: number): boolean =>
      secp256k1.verify(
        bytesOf(signature),
        forkIdHash(spendOf(script, amount), 0, { script: bytesOf(keyHash), amount, type }),
        bytesOf(key),
        { prehash: false, format: 'der' },
      );
    expect(isSigned(0x41 + 256 * 79)).toBe(true);
    // Of Bitcoin Cash, and without a number.
    expect(isSigned(0x41)).toBe(false);
    expect(isSigned(0x01)).toBe(false);
  });
});

describe.each([
  ['BCH-regtest', 0],
  ['XEC-regtest', 0],
  ['BTG-regtest', 79],
] as const)('a payment on %s', (on, forkId) => {
  const miner = addressOf(new Uint8Array(32).fill(9), on);
  const orders = [order('a:1', 2000n, miner)];
  const coins = [coin(1, 100_000_000n, firstKey, on), coin(2, 70_000n, secondKey, on)];
  const draft = draftOf(coins, orders);
  const secrets = [firstKey, secondKey];
  const read = (unsigned: string) => readPayment({ network: on, orders, unsigned, secrets });

  it('is signed for its chain alone, each input for what it is worth', () => {
    const payment = read(psbtOf(draft));
    const { bytes, txid } = payment.sign();
    const isWitness = forkId === 79;
    const signed = RawTx.decode(bytes);
    const bare = RawOldTx.decode(unsignedOf(draft));
    const parts = { ...bare, inputs: bare.inputs.map((each) => ({ ...each, txid: hex(each.txid) })) };
    for (const [at, { key, amount }] of coins.entries()) {
      const script = signed.inputs[at]?.finalScriptSig ?? new Uint8Array();
      const stack = isWitness
        ? (signed.witnesses?.[at] ?? [])
        : [script.subarray(1, 1 + (script[0] ?? 0)), script.subarray(2 + (script[0] ?? 0))];
      const [signature = new Uint8Array(), shown = new Uint8Array()] = stack;
      expect(hex(shown)).toBe(hex(pubECDSA(key, true)));
      expect(signature.at(-1)).toBe(0x41);
      const keyHash = `76a914${hex(hash160(shown))}88ac`;
      const covers = (worth: bigint, type: number): boolean =>
        secp256k1.verify(
          signature.subarray(0, -1),
          forkIdHash(parts, at, { script: bytesOf(keyHash), amount: worth, type }),
          shown,
          { prehash: false, format: 'der' },
        );
      expect(covers(amount, 0x41 + 256 * forkId)).toBe(true);
      expect(covers(amount + 1n, 0x41 + 256 * forkId)).toBe(false);
      expect(covers(amount, 0x41 + 256 * (79 - forkId))).toBe(false);
    }
    expect(payment.name).toBe(txidOf(unsignedOf(draft)));
    expect(txid === payment.name).toBe(isWitness);
    if (!isWitness) expect(txid).toBe(txidOf(bytes));
    expect(hex(read(psbtOf(draft)).sign().bytes)).toBe(hex(bytes));
    expect(
      payment.size >=
        BigInt(isWitness ? Math.ceil((unsignedOf(draft).length * 3 + bytes.length) / 4) : bytes.length),
    ).toBe(true);
  });

  it('spends no coin of a foreign key, and none that is worth something else than its transaction says', () => {
    expect(reasonOf(() => read(psbtOf(draftOf([coin(3, 100_000_000n, foreignKey, on)], orders))))).toBe(
      'foreign-input',
    );
    const [first, second] = [coin(1, 100_000_001n, firstKey, on), coin(2, 70_000n, secondKey, on)];
    const claimed = buildPsbt(unsignedOf(draft), [first, second].map(previousOf), draft.outputs.length);
    expect(reasonOf(() => read(Buffer.from(claimed).toString('base64')))).toBe('previous-transaction');
  });
});
