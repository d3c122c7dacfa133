import { ed25519 } from '@noble/curves/ed25519.js';
import { createHash } from 'node:crypto';
import {
  type NonceUse,
  numberClaim,
  Refused,
  type ReadTransaction,
  type SignedTransaction,
  type UnsignedRequest,
} from '../family.ts';
import { accountOfKey, targetOf } from './keys.ts';
import { readMessage, type SolanaMessage, writeMessage } from './message.ts';

/** What the network takes for a signature; a payment has one. */
const lamportsPerSignature = 5000n;
/** More than any payment takes. */
const unitsMax = 20_000;
const unitsOfNothing = 5000;
const millionth = 1_000_000n;
const signatureLength = 64;

/**
 * Reads the message of one payment: it advances the nonce of an account that the caller names, pays the order's payee out of an account of the signer's, and
 * can do nothing else.
 *
 * @throws Refused
 */
export function readPayment({ network, orders, unsigned, secrets }: UnsignedRequest): ReadTransaction {
  const [order, another] = orders;
  if (order === undefined || another !== undefined)
    throw new Refused('unsupported', 'A transaction makes one payment.');
  const { payoutId, address, amount, token } = order;
  const { message, secret } = readOwn(unsigned, secrets);
  if (token !== undefined) throw new Refused('unsupported', 'Tokens are not paid.', [payoutId]);
  const payee = targetOf(network, address);
  if (payee === undefined) throw new Refused('address', `An address is none of ${network}.`, [payoutId]);
  if (payee === message.nonceAccount || secrets.some((each) => accountOfKey(each) === payee))
    throw new Refused('own-address', 'An order pays the signer itself.', [payoutId]);
  if (message.transfer?.payee !== payee || message.transfer.lamports !== amount)
    throw new Refused('outputs', 'It does not pay just the order.', [payoutId]);
  return readTransaction(message, secret);
}

/**
 * A message that uses a nonce for nothing.
 *
 * @throws Refused
 */
export function readCancel({ unsigned, secrets }: UnsignedRequest): ReadTransaction {
  const { message, secret } = readOwn(unsigned, secrets);
  if (message.transfer !== undefined) throw new Refused('outputs', 'What cancels a payment pays nothing.');
  return readTransaction(message, secret);
}

/**
 * The same of the operator's making.
 *
 * @throws Refused
 */
export function useNonce(secret: Uint8Array, { nonceAccount, nonce, unitPrice }: NonceUse): ReadTransaction {
  if ([nonceAccount, nonce].some((each) => targetOf('', each) === undefined))
    throw new Refused('unreadable', 'There is no such nonce account, or no such nonce.');
  const account = accountOfKey(secret);
  return readTransaction(
    { account, nonceAccount, nonce, units: unitsOfNothing, unitPrice, transfer: undefined },
    secret,
  );
}

/** Throws Refused for what is no message of the one form, or of none of the signer's accounts. */
function readOwn(
  unsigned: UnsignedRequest['unsigned'],
  secrets: readonly Uint8Array[],
): { readonly message: SolanaMessage; readonly secret: Uint8Array } {
  const message = typeof unsigned === 'string' ? readMessage(Buffer.from(unsigned, 'base64')) : undefined;
  if (message === undefined)
    throw new Refused('unreadable', 'It is not written in the one way that is signed.');
  const secret = secrets.find((each) => accountOfKey(each) === message.account);
  if (secret === undefined) throw new Refused('foreign-input', 'No key of the signer is of this account.');
  if (secrets.some((each) => accountOfKey(each) === message.nonceAccount))
    throw new Refused('unsupported', 'An account of the signer is no nonce account.');
  if (message.units > unitsMax)
    throw new Refused('unsupported', `It asks for more than ${unitsMax} compute units.`);
  return { message, secret };
}

function readTransaction(message: SolanaMessage, secret: Uint8Array): ReadTransaction {
  const { nonceAccount, nonce, units, unitPrice } = message;
  const bytes = writeMessage(message);
  return {
    name: createHash('sha256').update(bytes).digest('hex'),
    claims: [numberClaim(nonceAccount, nonce)],
    // What is offered for units is rounded up, used or not.
    fee: lamportsPerSignature + (unitPrice * BigInt(units) + millionth - 1n) / millionth,
    size: BigInt(1 + signatureLength + bytes.length),
    sign: () => signMessage(bytes, secret),
  };
}

/** One signature, and then the message that it is of. The signature is the id of the transaction. */
export function signMessage(message: Uint8Array, secret: Uint8Array): SignedTransaction {
  const signature = ed25519.sign(message, secret);
  return {
    bytes: Uint8Array.of(1, ...signature, ...message),
    txid: Buffer.from(signature).toString('hex'),
  };
}
