import type { EvmFields } from '@openlode/signing/messages';
import {
  type AccountMove,
  numberClaim,
  Refused,
  type ReadTransaction,
  type UnsignedRequest,
} from '../family.ts';
import { senderOf, targetOf } from './keys.ts';
import { evmNetwork } from './networks.ts';
import { type EvmCall, tokenTransfer, unsignedEvm } from './transaction.ts';

/** EIP-2681; no account comes near it. */
const nonceMax = 2n ** 64n - 2n;

/** More than any payment takes: a token that needs more does something else. */
const gasMax = 1_000_000n;

/**
 * Builds the transaction of one payment from its fields. Nothing of it comes from the caller but numbers: it pays the order's payee in the
 * coin of the network, or calls `transfer` of the order's token, and can do nothing else.
 *
 * @throws Refused
 */
export function readPayment({ network, orders, unsigned, secrets }: UnsignedRequest): ReadTransaction {
  if (typeof unsigned === 'string') throw new Refused('unreadable', 'It has no fields.');
  const [order, another] = orders;
  if (order === undefined || another !== undefined)
    throw new Refused('unsupported', 'A transaction makes one payment.');
  const { payoutId, address, amount, token } = order;
  const secret = readSender(network, unsigned, secrets);
  const payee = targetOf(network, address);
  if (payee === undefined) throw new Refused('address', `An address is none of ${network}.`, [payoutId]);
  // What is sent to a token's own contract is lost.
  if (payee === token) throw new Refused('address', 'An order pays the token itself.', [payoutId]);
  if (secrets.some((each) => senderOf(each) === payee))
    throw new Refused('own-address', 'An order pays the signer itself.', [payoutId]);
  const call =
    token === undefined
      ? { to: payee, value: amount, data: new Uint8Array() }
      : tokenTransfer(token, payee, amount);
  return readTransaction(unsigned, call, secret);
}

/**
 * A transaction that uses a number of an account for nothing, from its fields: 0 from the account to itself.
 *
 * @throws Refused
 */
export function readCancel({ network, unsigned, secrets }: UnsignedRequest): ReadTransaction {
  if (typeof unsigned === 'string') throw new Refused('unreadable', 'It has no fields.');
  const secret = readSender(network, unsigned, secrets);
  return readTransaction(unsigned, { to: unsigned.account, value: 0n, data: new Uint8Array() }, secret);
}

/** The key of the account that sends it. Throws Refused where the fields say what is not signed. */
function readSender(
  network: string,
  { chainId, account, nonce, gas, price }: EvmFields,
  secrets: readonly Uint8Array[],
): Uint8Array {
  if (chainId !== evmNetwork(network).chainId)
    throw new Refused('unsupported', `${chainId} is not the number of ${network}.`);
  const secret = secrets.find((each) => senderOf(each) === account);
  if (secret === undefined) throw new Refused('foreign-input', 'No key of the signer is of this account.');
  if (nonce > nonceMax) throw new Refused('unsupported', 'Its number is beyond everything.');
  if (gas > gasMax) throw new Refused('unsupported', `It asks for more than ${gasMax} units of gas.`);
  if ('maxFeePerGas' in price && price.maxPriorityFeePerGas > price.maxFeePerGas)
    throw new Refused('unsupported', 'It gives the block more than it pays at most.');
  return secret;
}

/** What a transaction takes that does nothing but to be there. */
const leastGas = 21_000n;

/** 0 from an account to itself, in the older form, which every network takes. */
export function voidNumber(
  network: string,
  secret: Uint8Array,
  nonce: bigint,
  gasPrice: bigint,
): ReadTransaction {
  const account = senderOf(secret);
  const { chainId, gasOfNothing = leastGas } = evmNetwork(network);
  const fields = { chainId, account, nonce, gas: gasOfNothing, price: { gasPrice } };
  return readTransaction(fields, { to: account, value: 0n, data: new Uint8Array() }, secret);
}

/** Some tokens take more than 100,000; what is not used is given back, but on Conflux eSpace, which keeps three quarters. */
const gasOfToken = 200_000n;

/** All of an account to the newest key's, in the older form: its price is the whole fee, so that of the coin nothing is left behind. */
export function moveAccount(
  network: string,
  secrets: readonly Uint8Array[],
  { from, token, balance, number: nonce, price: gasPrice }: AccountMove,
): ReadTransaction {
  const secret = secrets.find((each) => senderOf(each) === from);
  const newest = secrets.at(-1);
  if (secret === undefined || newest === undefined)
    throw new Refused('foreign-input', 'No key of the signer is of this account.');
  const to = senderOf(newest);
  if (to === from) throw new Refused('own-address', 'It is the account of the newest key.');
  const { chainId, gasOfNothing = leastGas } = evmNetwork(network);
  const gas = token === undefined ? gasOfNothing : gasOfNothing + gasOfToken;
  const value = token === undefined ? balance - gas * gasPrice : balance;
  if (value <= 0n) throw new Refused('unsupported', 'It has no more than the fee.');
  const call =
    token === undefined ? { to, value, data: new Uint8Array() } : tokenTransfer(token, to, balance);
  return readTransaction({ chainId, account: from, nonce, gas, price: { gasPrice } }, call, secret);
}

function readTransaction(fields: EvmFields, call: EvmCall, secret: Uint8Array): ReadTransaction {
  const { account, nonce, gas, price } = fields;
  const transaction = unsignedEvm(fields, call);
  return {
    // What is signed does not say who signs.
    name: `${account} ${Buffer.from(transaction.hash).toString('hex')}`,
    claims: [numberClaim(account, nonce)],
    fee: gas * ('gasPrice' in price ? price.gasPrice : price.maxFeePerGas),
    size: gas,
    sign: () => transaction.sign(secret),
  };
}
