import { Transaction } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { describe, expect, it } from 'vitest';
import { buildPayment } from './build-payment.ts';
import { readTransaction } from './read-transaction.ts';

const script = Uint8Array.of(0x76, 0xa9, 20, ...new Uint8Array(20).fill(1), 0x88, 0xac);
const payee = Uint8Array.of(0xa9, 20, ...new Uint8Array(20).fill(2), 0x87);

/** A reward of a block; of Raptoreum with a type in its version, and a payload behind its lock time. */
function rewardOf(version: number, payload: readonly number[]) {
  const body = RawOldTx.encode({
    version,
    inputs: [
      { txid: new Uint8Array(32), index: 0xffff_ffff, finalScriptSig: Uint8Array.of(1, 7), sequence: 0 },
    ],
    outputs: [{ amount: 5_000n, script }],
    lockTime: 0,
  });
  const parent = readTransaction(Uint8Array.of(...body, ...payload));
  return { name: `${parent.txid}:0`, txid: parent.txid, output: 0, value: 5_000n, parent };
}

const kind = { coins: 'key-hash', form: undefined } as const;
const outputs = [
  { script: payee, value: 3_000n },
  { script, value: 1_500n },
];

describe('a payment out of coins at key hashes, unsigned', () => {
  it('is to the byte what the library writes', () => {
    const coins = [rewardOf(1, []), rewardOf(2, [])];
    const other = new Transaction({ version: 2, lockTime: 0 });
    for (const { parent } of coins)
      other.addInput({
        txid: parent.txid,
        index: 0,
        sequence: 0xffff_ffff,
        nonWitnessUtxo: parent.stripped,
      });
    for (const each of outputs) other.addOutput({ script: each.script, amount: each.value });
    const built = buildPayment(kind, coins, outputs);
    expect(Buffer.from(built).toString('hex')).toBe(Buffer.from(other.toPSBT()).toString('hex'));
  });

  it('takes a reward with a payload behind its lock time, whole', () => {
    const coin = rewardOf(0x0005_0003, [4, 1, 2, 3, 4]);
    const built = Buffer.from(buildPayment(kind, [coin], outputs)).toString('hex');
    const previous = Buffer.from(coin.parent.stripped).toString('hex');
    expect(previous.endsWith('000000000401020304')).toBe(true);
    const length = (previous.length / 2).toString(16);
    expect(built).toContain(`0100${length}${previous}00`);
    expect(built).toContain(Buffer.from(coin.txid, 'hex').reverse().toString('hex'));
  });

  it('is none where a coin is no output of its transaction', () => {
    expect(() => buildPayment(kind, [{ ...rewardOf(1, []), output: 1 }], outputs)).toThrow(
      'is no output of its transaction',
    );
  });
});
