import { p2pkh, p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js';
import { addressOfScript, type AddressPrefixes } from '@openlode/mining/address-payment';
import { coinsOn } from '../address-book.ts';
import { readTransaction } from '../read-transaction.ts';
import type { SignedBytes, Signer, SignRequest } from '../signer.ts';

export interface KeySigner extends Signer {
  /** Of its key. */
  readonly address: string;
  /** What it was asked, the oldest first. */
  readonly asked: SignRequest[];
  /** The bytes of a payment that it signs without being asked for it by a rail. */
  signPsbt(psbt: Uint8Array): Uint8Array;
}

/**
 * A signer that holds one key and signs whatever it is asked to, for suites; for an order with an id a second time only what spends a coin of
 * each transaction before.
 */
export function keySigner(prefixes: AddressPrefixes): KeySigner {
  const key = randomPrivateKeyBytes();
  const publicKey = pubECDSA(key);
  const { script } = coinsOn(prefixes) === 'witness-key' ? p2wpkh(publicKey) : p2pkh(publicKey);
  const asked: SignRequest[] = [];
  const signed = new Map<string, SignedBytes[]>();
  const signedFor = (orderId: string | undefined) => signed.get(orderId ?? '') ?? [];
  const signPsbt = (psbt: Uint8Array): Uint8Array => {
    const transaction = Transaction.fromPSBT(psbt);
    transaction.sign(key);
    transaction.finalize();
    return transaction.extract();
  };
  const sign: Signer['sign'] = async (request) => {
    asked.push(request);
    const bytes = signPsbt(request.psbt);
    const coinsOf = (each: Uint8Array) => readTransaction(each).inputs.map(({ coin }) => coin);
    const claims = coinsOf(bytes);
    const before = request.orders.flatMap(({ orderId }) => signedFor(orderId));
    const excludes = ({ bytes: each }: SignedBytes) => coinsOf(each).some((coin) => claims.includes(coin));
    if (!before.every(excludes)) return { kind: 'refused', why: 'no-shared-claim' };
    for (const { orderId } of request.orders)
      if (orderId !== undefined) signed.set(orderId, [...signedFor(orderId), { bytes, isOfAnother: false }]);
    return { kind: 'signed', bytes };
  };
  return {
    address: addressOfScript(prefixes, script) ?? '',
    asked,
    signPsbt,
    sign,
    // Whatever it is asked to.
    cancel: sign,
    sweep: sign,
    signedFor: async ({ orderId }) => signedFor(orderId),
  };
}
