import { keccak_256 } from '@noble/hashes/sha3.js';
import type { DecodedOutput, DecodedPayment } from '../../../domain/kernel/rail.ts';
import { isSame, openOutput, Point, scalarOf, shared } from './open-output.ts';
import { claimOf, type MoneroProof } from './payment-proof.ts';
import { type PaidAddress, readAddress } from './read-address.ts';
import { type ReadTransaction, readTransaction } from './read-transaction.ts';
import { ledgerUnits } from './units.ts';

/** Who pays: the pool's own address, and the secret with which it sees what it receives. */
export interface Payer {
  readonly address: string;
  readonly viewKey: Uint8Array;
}

/** Whether the secret is the one that belongs to the public key of an address. */
export function isViewKeyOf(viewKey: Uint8Array, address: string): boolean {
  const scalar = scalarOf(viewKey);
  const view = readAddress(address)?.view;
  return view !== undefined && scalar > 0n && isSame(Point.BASE.multiply(scalar).toBytes(), view);
}

const asset = 'XMR';

/**
 * What a transaction does, by its bytes and its secrets: the wallet that built it is not asked. `unreadable` where one of its outputs
 * belongs neither to a payee of the proof nor to the pool: what such an output is worth is not known here.
 */
export function readPayment(
  payer: Payer,
  bytes: Uint8Array,
  proof: Pick<MoneroProof, 'payees' | 'keys'>,
): DecodedPayment | 'unreadable' {
  const transaction = parse(bytes);
  if (transaction === undefined) return 'unreadable';
  const secrets = Array.from({ length: proof.keys.length / 32 }, (_, at) =>
    proof.keys.subarray(32 * at, 32 * at + 32),
  );
  const payees = proof.payees.map((address) => ({ address, keys: readAddress(address) }));
  const outputs: DecodedOutput[] = [];
  for (const [at] of transaction.outputs.entries()) {
    const paid = payees.flatMap(({ address, keys }) => {
      const amount = keys && amountTo(keys, transaction, at, secrets);
      return amount === undefined ? [] : [{ address, amount }];
    });
    const back = amountBack(payer, transaction, at);
    const found = paid[0] ?? (back === undefined ? undefined : { address: payer.address, amount: back });
    if (found === undefined) return 'unreadable';
    outputs.push({ address: found.address, memo: '', asset, amount: found.amount * ledgerUnits });
  }
  if (
    !hasRightId(
      payees.map(({ keys }) => keys),
      transaction,
      secrets,
    )
  )
    return 'unreadable';
  return {
    network: asset,
    txid: transaction.txid,
    outputs,
    claims: transaction.images.map(claimOf),
    fee: { asset, amount: transaction.fee * ledgerUnits },
  };
}

function parse(bytes: Uint8Array): ReadTransaction | undefined {
  try {
    return readTransaction(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** An output is found by a payee only where the key in the bytes is the one that the secret makes for its address. */
function amountTo(
  payee: PaidAddress,
  { outputs, extra }: ReadTransaction,
  at: number,
  [own, ...ofOutputs]: readonly Uint8Array[],
): bigint | undefined {
  const output = outputs[at];
  for (const [secret, key] of [
    [own, extra.key],
    [ofOutputs[at], extra.outputKeys[at]],
  ]) {
    if (output === undefined || secret === undefined || key === undefined) continue;
    if (!isKeyFor(payee, secret, key)) continue;
    const both = shared(secret, payee.view);
    const amount = both && openOutput(output, at, payee.spend, both);
    if (amount !== undefined) return amount;
  }
  return undefined;
}

function isKeyFor({ kind, spend }: PaidAddress, secret: Uint8Array, key: Uint8Array): boolean {
  const scalar = scalarOf(secret);
  if (scalar === 0n) return false;
  const base = kind === 'further' ? Point.fromBytes(spend) : Point.BASE;
  return isSame(base.multiply(scalar).toBytes(), key);
}

function amountBack(
  { address, viewKey }: Payer,
  { outputs, extra }: ReadTransaction,
  at: number,
): bigint | undefined {
  const [own, output] = [readAddress(address), outputs[at]];
  const both = shared(viewKey, extra.key);
  if (own === undefined || output === undefined || both === undefined) return undefined;
  return openOutput(output, at, own.spend, both);
}

/** A payee of an integrated address knows a payment by its number; the other ones are told none. */
function hasRightId(
  payees: readonly (PaidAddress | undefined)[],
  { extra }: ReadTransaction,
  [own]: readonly Uint8Array[],
): boolean {
  const [payee, another] = payees;
  const isNumbered = payees.some((each) => each?.kind === 'integrated');
  if (extra.paymentId === undefined) return !isNumbered;
  if (payee === undefined || another !== undefined) return payees.length === 0;
  if (own === undefined || !isKeyFor(payee, own, extra.key)) return false;
  const both = shared(own, payee.view);
  if (both === undefined) return false;
  const mask = keccak_256(Buffer.concat([both, Uint8Array.of(0x8d)]));
  const id = extra.paymentId.map((byte, at) => byte ^ (mask[at] ?? 0));
  return isSame(id, payee.kind === 'integrated' ? payee.paymentId : new Uint8Array(8));
}
