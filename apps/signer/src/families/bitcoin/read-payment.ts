import { outputScript } from '@openlode/mining/address-payment';
import type { Order } from '@openlode/signing/messages';
import { Refused, type ReadTransaction, type UnsignedRequest } from '../family.ts';
import { type BitcoinNetwork, bitcoinNetwork } from './networks.ts';
import { saplingHash } from './sapling-hash.ts';
import { signForkId } from './sign-fork-id.ts';
import { signKeyHash } from './sign-key-hash.ts';
import { signNexa } from './sign-nexa.ts';
import { describeBitcoinKey } from './keys.ts';
import {
  type PreviousTransaction,
  readPrevious,
  readUnsigned,
  saplingVersion,
  timeIn,
  type TransactionForm,
  type TransactionInput,
  type TransactionOutput,
  type UnsignedTransaction,
} from './raw-transaction.ts';
import { readPsbt, type PsbtInput } from './read-psbt.ts';
import { signWitnessKeyHash, type SpentOutput } from './sign-witness-key-hash.ts';
import { eight } from './transaction-bytes.ts';

/** Bytes without witnesses: more is not relayed. */
const bytesMax = 100_000;

/** Signing takes time that grows with the square of it: a second for these. */
const inputsMax = 200;

/** Final, or no more than a word about lock times and replacements; anything lower is a relative lock time (BIP 68). */
const sequences: ReadonlySet<number> = new Set([0xffffffff, 0xfffffffe, 0xfffffffd]);

/** From here on a lock time is a moment and not a height. */
const lockTimeMax = 500_000_000;

/** A signature of 71 bytes with its type, a key of 33, and their lengths. */
const signedBytes = 1 + 71 + 1 + 33;

/** In virtual bytes, signed: marker, flag, and for each input the number of its items and those, which count a quarter; or all of it whole. */
function sizeOf(keys: BitcoinNetwork['keys'], unsigned: number, inputs: number): bigint {
  if (keys === 'key-hash') return BigInt(unsigned + inputs * signedBytes);
  return BigInt(Math.ceil((unsigned * 4 + 2 + inputs * (1 + signedBytes)) / 4));
}

/**
 * Reads a PSBT and compares its outputs with the orders: each order has an output of its own, to the byte and the unit, and at most one
 * output is left, to the newest key of the signer.
 *
 * @throws Refused
 */
export function readPayment({ network, orders, unsigned, secrets }: UnsignedRequest): ReadTransaction {
  const ofToken = orders.find(({ token }) => token !== undefined);
  if (ofToken !== undefined)
    throw new Refused('unsupported', 'The network has no tokens.', [ofToken.payoutId]);
  const { keys, forkId, form, branchId } = bitcoinNetwork(network);
  const own = new Map(secrets.map((secret) => [describeBitcoinKey(network, secret).script, secret]));
  const change = [...own.keys()].at(-1);
  const { transaction, inputs } = readPsbt(base64Bytes(unsigned), (bytes) => readWithinLimits(bytes, form));
  requireForm(transaction, form);
  const previous = readEach(transaction.inputs, inputs, form);
  if (form === 'timed') requireTime(transaction, previous);
  const spent = readSpent(transaction.inputs, inputs, { previous, own });
  compareOutputs(network, orders, transaction.outputs, own, change);
  const fee = sum(spent) - sum(transaction.outputs);
  if (fee < 0n) throw new Refused('outputs', 'It gives away more than it spends.');
  return {
    name: transaction.txid,
    claims: transaction.inputs.map(({ txid, index }) => `${txid}:${index}`),
    fee,
    size: sizeOf(keys, transaction.bytes.length, spent.length),
    sign() {
      if (form === 'nexa') return signNexa(transaction, spent);
      if (forkId !== undefined) return signForkId({ keys, forkId }, transaction, spent);
      if (branchId !== undefined) return signKeyHash(transaction, spent, saplingHash(branchId));
      return keys === 'key-hash' ? signKeyHash(transaction, spent) : signWitnessKeyHash(transaction, spent);
    },
  };
}

function readWithinLimits(bytes: Uint8Array, form: TransactionForm | undefined): UnsignedTransaction {
  if (bytes.length > bytesMax) throw new Refused('unsupported', `It has more than ${bytesMax} bytes.`);
  const transaction = readUnsigned(bytes, form);
  if (transaction.inputs.length > inputsMax)
    throw new Refused('unsupported', `It has more than ${inputsMax} inputs.`);
  return transaction;
}

function base64Bytes(text: UnsignedRequest['unsigned']): Uint8Array {
  if (typeof text !== 'string') throw new Refused('unreadable', 'It is no PSBT.');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text)
    throw new Refused('unreadable', 'The PSBT is no base64, or not in its one form.');
  return bytes;
}

function versionsOf(form: TransactionForm | undefined): readonly number[] {
  if (form === 'sapling') return [saplingVersion];
  return form === 'nexa' ? [0] : [1, 2];
}

function requireForm(
  { version, lockTime, inputs }: UnsignedTransaction,
  form: TransactionForm | undefined,
): void {
  const isKnown = versionsOf(form).includes(version);
  if (!isKnown) throw new Refused('unsupported', `Its version is ${version}.`);
  if (lockTime >= lockTimeMax) throw new Refused('unsupported', 'Its lock time is no height.');
  if (inputs.length === 0) throw new Refused('unsupported', 'It spends nothing.');
  if (inputs.some(({ sequence }) => !sequences.has(sequence)))
    throw new Refused('unsupported', 'An input has a sequence number of another kind.');
  const claims = new Set(inputs.map(({ txid, index }) => `${txid}:${index}`));
  if (claims.size < inputs.length) throw new Refused('unsupported', 'It spends an output twice.');
}

/**
 * No transaction may be older than a coin that it spends, and no block older than a transaction in it (`CheckTxInputs` and `CheckBlock` of
 * vergecurrency/verge, src/consensus/tx_verify.cpp, src/validation.cpp). The one time that every block takes is that of the youngest coin, so it is the
 * only one that is signed: who asks cannot have a payment wait for a day that it names.
 */
function requireTime({ head }: UnsignedTransaction, previous: readonly PreviousTransaction[]): void {
  if (timeIn(head) !== Math.max(...previous.map((each) => timeIn(each.head))))
    throw new Refused(
      'unsupported',
      'Its time is not that of the youngest transaction whose coin it spends.',
    );
}

/** The transactions that inputs come with, each with the id that its input names, or with an output of that name. */
function readEach(
  inputs: readonly TransactionInput[],
  parts: readonly PsbtInput[],
  form: TransactionForm | undefined,
): readonly PreviousTransaction[] {
  return inputs.map(({ txid }, at) => {
    const part = parts[at];
    const previous = part === undefined ? undefined : readPrevious(part.previous, form);
    if (previous === undefined || !(previous.outpoints ?? [previous.txid]).includes(txid))
      throw new Refused('previous-transaction', `Input ${at} comes with another transaction than it names.`);
    return previous;
  });
}

/** What the inputs are worth, from transactions whose hashes they name: no amount is believed. */
function readSpent(
  inputs: readonly TransactionInput[],
  parts: readonly PsbtInput[],
  {
    previous,
    own,
  }: { readonly previous: readonly PreviousTransaction[]; readonly own: ReadonlyMap<string, Uint8Array> },
): SpentOutput[] {
  return inputs.map(({ txid, index, amount }, at) => {
    const { outpoints, outputs = [] } = previous[at] ?? {};
    const output = outputs[outpoints === undefined ? index : outpoints.indexOf(txid)];
    if (output === undefined || (amount !== undefined && amount !== output.amount))
      throw new Refused(
        'previous-transaction',
        `Input ${at} names an output that is not there, or is worth something else.`,
      );
    const secret = own.get(hexOf(output.script));
    if (secret === undefined)
      throw new Refused('foreign-input', `No key of the signer can spend input ${at}.`);
    const said = parts[at]?.spent;
    if (said !== undefined && !Buffer.from(said).equals(encodeOutput(output)))
      throw new Refused('previous-transaction', `Input ${at} says something else of what it spends.`);
    return { ...output, secret };
  });
}

function compareOutputs(
  network: string,
  orders: readonly Order[],
  outputs: readonly TransactionOutput[],
  own: ReadonlyMap<string, Uint8Array>,
  change: string | undefined,
): void {
  const left = new Map<string, number>();
  for (const { script, amount } of outputs) {
    const key = `${hexOf(script)} ${amount}`;
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  for (const { payoutId, address, amount } of orders) {
    const script = scriptOf(network, address);
    if (script === undefined) throw new Refused('address', `An address is none of ${network}.`, [payoutId]);
    if (own.has(script)) throw new Refused('own-address', 'An order pays the signer itself.', [payoutId]);
    const key = `${script} ${amount}`;
    const count = left.get(key) ?? 0;
    if (count === 0) throw new Refused('outputs', 'An order has no output of its own.', [payoutId]);
    left.set(key, count - 1);
  }
  const rest = [...left].flatMap(([key, count]) => Array.from({ length: count }, () => key.split(' ', 1)[0]));
  if (rest.length > 1) throw new Refused('outputs', 'More outputs are left than one for change.');
  // An older key was perhaps replaced because another has it: what is spent does not go back to it.
  if (rest.length === 1 && rest[0] !== change)
    throw new Refused('outputs', 'An output pays neither an order nor the newest key of the signer.');
}

/** The script of an address in hex. Witness versions beyond 1 have no rules yet: everyone could spend such an output. */
export function scriptOf(network: string, address: string): string | undefined {
  const script = outputScript(bitcoinNetwork(network).addresses, address);
  if (script === undefined) return undefined;
  const [version = 0, length] = script;
  const isWitness = length === script.length - 2 && (version === 0 || (version >= 0x51 && version <= 0x60));
  const isKnown = version === 0 || (version === 0x51 && length === 32);
  return isWitness && !isKnown ? undefined : hexOf(script);
}

/** As a PSBT writes it. */
function encodeOutput({ amount, script }: TransactionOutput): Buffer {
  // The script of an own key has 22 or 25 bytes: its length is one byte.
  return Buffer.concat([eight(amount), Uint8Array.of(script.length), script]);
}

function sum(outputs: readonly TransactionOutput[]): bigint {
  return outputs.reduce((total, { amount }) => total + amount, 0n);
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
