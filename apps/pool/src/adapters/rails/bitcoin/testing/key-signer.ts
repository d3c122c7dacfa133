import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js';
import { addressOfScript, type AddressPrefixes } from '@openlode/mining/address-payment';
import type { SignedBefore } from '../../../../domain/kernel/rail.ts';
import { readTransaction } from '../read-transaction.ts';
import type { Signer, SignRequest } from '../signer.ts';

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
  const { script } = p2wpkh(pubECDSA(key));
  const asked: SignRequest[] = [];
  const signed = new Map<string, SignedBefore[]>();
  const signedFor = (orderId: string | undefined) => signed.get(orderId ?? '') ?? [];
  const signPsbt = (psbt: Uint8Array): Uint8Array => {
    const transaction = Transaction.fromPSBT(psbt);
    transaction.sign(key);
    transaction.finalize();
    return transaction.extract();
  };
  return {
    address: addressOfScript(prefixes, script) ?? '',
    asked,
    signPsbt,
    sign: async (request) => {
      asked.push(request);
      const bytes = signPsbt(request.psbt);
      const { txid, inputs } = readTransaction(bytes);
      const claims = inputs.map(({ coin }) => coin);
      const before = request.orders.flatMap(({ orderId }) => signedFor(orderId));
      const other = before.find((each) => !each.claims.some((claim) => claims.includes(claim)));
      if (other !== undefined) return { kind: 'refused', why: `no-shared-claim: ${other.txid}` };
      for (const { orderId } of request.orders)
        if (orderId !== undefined) signed.set(orderId, [...signedFor(orderId), { txid, claims }]);
      return { kind: 'signed', bytes };
    },
    signedFor: async ({ orderId }) => signedFor(orderId),
  };
}
