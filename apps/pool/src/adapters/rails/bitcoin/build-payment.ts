import { Transaction } from '@scure/btc-signer';
import { RawOldTx, VarBytes } from '@scure/btc-signer/script.js';
import type { TransactionForm } from '../../chains/bitcoin/chain-facts.ts';
import { unsignedNexa } from './build-nexa.ts';
import type { CoinKind } from './transaction-size.ts';
import type { Coin } from './choose-coins.ts';
import { coinsMadeBy } from './coin-names.ts';
import { type ReadTransaction, readTransaction, type TransactionOutput } from './read-transaction.ts';

/** A coin with the transaction that made it, whose id was computed from its bytes. */
export interface CoinWithParent extends Coin {
  readonly output: number;
  readonly parent: ReadTransaction;
}

/** What a payment spends, and of which form it is. */
export interface PaymentKind {
  readonly coins: CoinKind;
  readonly form: TransactionForm | undefined;
}

/** Nothing can be replaced (BIP 125), and nothing waits for a moment. */
const finalSequence = 0xffff_ffff;

/**
 * The unsigned payment (BIP 174), with the whole transaction that made each coin: who signs need not believe anyone what they are worth.
 * Outputs stand in the order given. Nothing in it can be replaced (BIP 125).
 *
 * @throws Error where a coin is no output of its parent
 */
export function buildPayment(
  { coins: kind, form }: PaymentKind,
  coins: readonly CoinWithParent[],
  outputs: readonly TransactionOutput[],
): Uint8Array {
  for (const { name, parent, output } of coins)
    if (parent.outputs[output] === undefined) throw new Error(`${name} is no output of its transaction`);
  if (kind === 'key-hash') return buildKeyHash(coins, outputs, form);
  const transaction = new Transaction({ version: 2, lockTime: 0 });
  for (const { parent, output } of coins) {
    const spent = parent.outputs[output];
    transaction.addInput({
      txid: parent.txid,
      index: output,
      sequence: finalSequence,
      nonWitnessUtxo: parent.stripped,
      ...(spent !== undefined && { witnessUtxo: { script: spent.script, amount: spent.value } }),
    });
  }
  for (const { script, value } of outputs) transaction.addOutput({ script, amount: value });
  return transaction.toPSBT();
}

/** `psbt`, and what BIP 174 writes behind it. */
const magic = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);
/** Of one byte, 0: the unsigned transaction, or of an input the transaction that made its coin. */
const key = VarBytes.encode(Uint8Array.of(0));
const endOfMap = Uint8Array.of(0);

/**
 * Written here, because the library takes no transaction with a payload behind its lock time for one that made a coin, and the rewards of Raptoreum's
 * blocks are such.
 */
function buildKeyHash(
  coins: readonly CoinWithParent[],
  outputs: readonly TransactionOutput[],
  form: TransactionForm | undefined,
): Uint8Array {
  const unsigned = unsignedKeyHash(coins, outputs, form);
  const inputs = coins.map(({ parent }) => Buffer.concat([key, VarBytes.encode(parent.stripped), endOfMap]));
  return Uint8Array.from(
    Buffer.concat([
      magic,
      key,
      VarBytes.encode(unsigned),
      endOfMap,
      ...inputs,
      ...outputs.map(() => endOfMap),
    ]),
  );
}

/** As it is before its signatures stand in its inputs. */
function unsignedKeyHash(
  coins: readonly CoinWithParent[],
  outputs: readonly TransactionOutput[],
  form: TransactionForm | undefined,
): Uint8Array {
  if (form === 'nexa')
    return unsignedNexa(
      coins.map(({ parent, output, value }) => ({ name: coinsMadeBy(parent)[output] ?? '', value })),
      outputs,
    );
  const plain = RawOldTx.encode({
    version: form === 'sapling' ? saplingVersion : 2,
    inputs: coins.map(({ parent, output }) => ({
      txid: Uint8Array.from(Buffer.from(parent.txid, 'hex')),
      index: output,
      finalScriptSig: new Uint8Array(),
      sequence: finalSequence,
    })),
    outputs: outputs.map(({ script, value }) => ({ script, amount: value })),
    lockTime: 0,
  });
  if (form === undefined) return plain;
  if (form === 'sapling') return joined(plain.subarray(0, 4), saplingGroup, plain.subarray(4), saplingTail);
  return joined(plain.subarray(0, 4), timeOf(coins), plain.subarray(4));
}

/** Version 4 with the highest bit set (ZIP 202), and its group (ZIP 243). */
const saplingVersion = 0x8000_0004 | 0;
const saplingGroup = Uint8Array.of(0x85, 0x20, 0x2f, 0x89);
/** It never expires: what is signed ends only where another transaction has spent one of its coins. Nothing of it is shielded. */
const saplingTail = new Uint8Array(4 + 8 + 3);

/**
 * The moment that a payment says of itself: that of its youngest coin. No transaction may be older than a coin that it spends, and no block older than
 * a transaction of it, so that every block takes this one.
 */
function timeOf(coins: readonly CoinWithParent[]): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(Math.max(...coins.map(({ parent }) => parent.time ?? 0)));
  return bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

/** How what was signed differs from what was to be signed; undefined where it does not. */
export function differenceFrom(
  { coins: kind, form }: PaymentKind,
  signed: ReadTransaction,
  coins: readonly CoinWithParent[],
  outputs: readonly TransactionOutput[],
): string | undefined {
  const spends = signed.inputs.map(({ coin }) => coin);
  if (spends.join(' ') !== coins.map(({ name }) => name).join(' ')) return 'coins';
  const isSame =
    signed.outputs.length === outputs.length &&
    outputs.every(
      ({ script, value }, at) =>
        signed.outputs[at]?.value === value && Buffer.compare(signed.outputs[at].script, script) === 0,
    );
  if (!isSame) return 'outputs';
  if (signed.inputs.some(({ sequence }) => sequence !== finalSequence)) return 'sequences';
  if (signed.lockTime !== 0) return 'lock time';
  if (kind === 'witness-key') return undefined;
  // Its version, its time, a height at which it expires: everything that its form has beside.
  const { effect } = readTransaction(unsignedKeyHash(coins, outputs, form), form);
  return signed.effect === effect ? undefined : 'terms';
}
