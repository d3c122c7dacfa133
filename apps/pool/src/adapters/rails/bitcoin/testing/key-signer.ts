import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js';
import { addressOfScript, type AddressPrefixes } from '@openlode/mining/address-payment';
import type { Signer, SignRequest } from '../signer.ts';

export interface KeySigner extends Signer {
  /** Of its key. */
  readonly address: string;
  /** What it was asked, the oldest first. */
  readonly asked: SignRequest[];
  /** The bytes of a payment that it signs without being asked for it by a rail. */
  signPsbt(psbt: Uint8Array): Uint8Array;
}

/** A signer that holds one key and signs whatever it is asked to, for suites. */
export function keySigner(prefixes: AddressPrefixes): KeySigner {
  const key = randomPrivateKeyBytes();
  const { script } = p2wpkh(pubECDSA(key));
  const asked: SignRequest[] = [];
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
      return { kind: 'signed', bytes: signPsbt(request.psbt) };
    },
  };
}
