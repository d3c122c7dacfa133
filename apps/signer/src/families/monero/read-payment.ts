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
import { imageClaim, Refused, type ReadTransaction, type UnsignedRequest } from '../family.ts';

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
  const secret = secrets.at(-1);
  if (typeof unsigned !== 'string' || walletSigned === undefined || secret === undefined)
    throw new Refused('unreadable', 'There is no transaction that a wallet has signed.');
  const account = openAccount(network, secret);
  const payees = orders.map((order): Payee => {
    const address = readAddress(network, order.address);
    if (address === undefined)
      throw new Refused('address', `An address is none of ${network}.`, [order.payoutId]);
    if (
      isSame(address.view.toBytes(), account.view.toBytes()) ||
      isSame(address.spend.toBytes(), account.spend.toBytes())
    )
      throw new Refused('own-address', 'An order pays the signer itself.', [order.payoutId]);
    return { ...address, payoutId: order.payoutId, amount: order.amount };
  });
  const { bytes, keys } = walletSigned;
  const blob = readBlob(bytes);
  const ofTransaction = readSecrets(keys, blob);
  if (ofTransaction === undefined)
    throw new Refused('unreadable', 'The wallet names other secrets than this transaction has.');
  requirePayments(payees, account, blob, ofTransaction);
  return {
    name: createHash('sha256').update(unsigned).digest('hex'),
    claims: blob.images.map(imageClaim),
    fee: blob.fee,
    size: BigInt(bytes.length),
    sign: () => ({ bytes: withSecrets(bytes, keys), txid: blob.txid }),
  };
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
