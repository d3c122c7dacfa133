import { createHash } from 'node:crypto';
import { type MoneroAddress, readAddress } from './address.ts';
import { isSame } from './curve.ts';
import { type Account, openAccount } from './keys.ts';
import {
  amountBack,
  amountTo,
  hiddenPaymentId,
  readSecrets,
  type TransactionSecrets,
} from './find-payments.ts';
import { type Blob, readBlob } from './read-blob.ts';
import {
  imageClaim,
  type NamedSigned,
  type ReadMove,
  type ReadTransaction,
  Refused,
  type UnsignedRequest,
  type WalletSigned,
} from '../family.ts';

interface Payee extends MoneroAddress {
  readonly payoutId: string;
  readonly amount: bigint;
}

/**
 * Compares what the wallet has signed with the orders, by the bytes and the secrets of the transaction: each order has one output, to the
 * unit and so that its payee finds it, and at most one other comes back to the account of the newest key. The wallet is not believed.
 *
 * @throws Refused where it does anything else
 */
export function readPayment(request: UnsignedRequest): ReadTransaction {
  const { network, orders, unsigned, secrets, walletSigned } = request;
  const accounts = secrets.map((secret) => openAccount(network, secret));
  const account = accounts.at(-1);
  if (typeof unsigned !== 'string' || walletSigned === undefined || account === undefined)
    throw new Refused('unreadable', 'There is no transaction that a wallet has signed.');
  const payees = orders.map((order): Payee => {
    const address = readAddress(network, order.address);
    if (address === undefined)
      throw new Refused('address', `An address is none of ${network}.`, [order.payoutId]);
    if (accounts.some((own) => sharesKey(address, own)))
      throw new Refused('own-address', 'An order pays the signer itself.', [order.payoutId]);
    return { ...address, payoutId: order.payoutId, amount: order.amount };
  });
  const { blob, ofTransaction } = open(walletSigned);
  requirePayments(payees, account, blob, ofTransaction);
  return transactionOf(createHash('sha256').update(unsigned).digest('hex'), walletSigned, blob);
}

/**
 * Reads what the wallet of an older key has signed: every output of it comes to the account of the newest key, so that its wallet finds it.
 *
 * @throws Refused where one does not
 */
export function readMove(network: string, secrets: readonly Uint8Array[], signed: NamedSigned): ReadMove {
  const newest = secrets.at(-1);
  if (newest === undefined) throw new Refused('unknown-network', `The signer has no key of ${network}.`);
  const { spend, view } = openAccount(network, newest);
  const to = { spend, view, isFurther: false, paymentId: undefined };
  const { blob, ofTransaction } = open(signed);
  let amount = 0n;
  for (const at of blob.outputs.keys()) {
    const arrives = amountTo(to, blob, at, ofTransaction);
    if (arrives === undefined)
      throw new Refused('outputs', 'An output does not come to the account of the newest key.');
    amount += arrives;
  }
  const outputKeys = blob.outputs.map(({ key }) => Buffer.from(key).toString('hex'));
  return { ...transactionOf(signed.name, signed, blob), amount, outputKeys };
}

/** What a wallet has signed, with the secrets by which it is read. Throws Refused where they are those of another transaction. */
function open({ bytes, keys }: WalletSigned): {
  readonly blob: Blob;
  readonly ofTransaction: TransactionSecrets;
} {
  const blob = readBlob(bytes);
  const ofTransaction = readSecrets(keys, blob);
  if (ofTransaction === undefined)
    throw new Refused('unreadable', 'The wallet names other secrets than this transaction has.');
  return { blob, ofTransaction };
}

function transactionOf(name: string, { bytes, keys }: WalletSigned, blob: Blob): ReadTransaction {
  return {
    name,
    claims: blob.images.map(imageClaim),
    fee: blob.fee,
    size: BigInt(bytes.length),
    sign: () => ({ bytes: withSecrets(bytes, keys), txid: blob.txid }),
  };
}

function sharesKey({ view, spend }: MoneroAddress, own: Account): boolean {
  return isSame(view.toBytes(), own.view.toBytes()) || isSame(spend.toBytes(), own.spend.toBytes());
}

function requirePayments(
  payees: readonly Payee[],
  account: Account,
  blob: Blob,
  secrets: TransactionSecrets,
): void {
  const left = new Set(blob.outputs.keys());
  for (const payee of payees) {
    const at = [...left].find((each) => amountTo(payee, blob, each, secrets) === payee.amount);
    if (at === undefined) throw new Refused('outputs', 'An order has no output.', [payee.payoutId]);
    left.delete(at);
  }
  const [change, another] = left;
  if (another !== undefined || (change !== undefined && amountBack(account, blob, change) === undefined))
    throw new Refused('outputs', 'An output is neither an order nor the change.');
  requirePaymentId(payees, blob, secrets);
}

/** A transaction hides one number at most; where no payee has one, it is that of zeros or none. */
function requirePaymentId(payees: readonly Payee[], blob: Blob, secrets: TransactionSecrets): void {
  const [payee, another] = payees;
  const isIntegrated = payees.some(({ paymentId }) => paymentId !== undefined);
  if (isIntegrated && another !== undefined)
    throw new Refused('unsupported', 'An integrated address is paid alone.');
  if (blob.paymentId === undefined) {
    if (isIntegrated) throw new Refused('outputs', 'It has not the number of its payee.');
    return;
  }
  const expected = payee && another === undefined ? hiddenPaymentId(payee, blob, secrets) : undefined;
  if (expected === undefined || !isSame(expected, blob.paymentId))
    throw new Refused('outputs', 'It has another number than its payee.');
}

/** What is answered: the bytes for the network, the secrets, and one byte that counts those. */
function withSecrets(bytes: Uint8Array, keys: Uint8Array): Uint8Array {
  return Uint8Array.from(Buffer.concat([bytes, keys, Uint8Array.of(keys.length / 32)]));
}

/** Without the secrets, which are the operator's. */
export function rawOf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.length - 1 - 32 * (bytes.at(-1) ?? 0));
}
