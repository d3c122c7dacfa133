import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import type { PaymentOrder } from '../../../../domain/kernel/rail.ts';
import type { SolanaSigner, SolanaSignRequest } from '../signer.ts';

export interface SolanaKeySigner extends SolanaSigner {
  /** Of its key. */
  readonly account: string;
  /** The bytes of any message. */
  signed(message: Uint8Array): Uint8Array;
  /** It signs, and no answer comes. */
  losesAnswers: boolean;
}

/** A signer that holds one key and signs whatever it is asked to, but another payment under one nonce, for suites. */
export function solanaKeySigner(secret: Uint8Array): SolanaKeySigner {
  const before: { readonly id: string; readonly order: PaymentOrder; readonly bytes: Uint8Array }[] = [];
  const kit: SolanaKeySigner = {
    account: base58.encode(ed25519.getPublicKey(secret)),
    losesAnswers: false,
    signed: (message) => Uint8Array.of(1, ...ed25519.sign(message, secret), ...message),
    sign: (request) => answer(request),
    sweep: (request) => answer(request),
    cancel: (request) => answer(request),
    signedFor: async (order) =>
      before
        .filter(({ id }) => id === idOf(order))
        .map((each) => ({ bytes: each.bytes, isOfAnother: !isSame(each.order, order) })),
  };
  const answer: SolanaSigner['sign'] = async ({ order, message }: SolanaSignRequest) => {
    const nonce = nonceIn(message);
    const other = before.find(
      ({ bytes, ...each }) => nonceIn(bytes.subarray(65)) === nonce && !isSame(each.order, order),
    );
    if (other !== undefined)
      return { kind: 'refused', why: `number-taken: another payment has this number, for ${other.id}.` };
    const bytes = kit.signed(message);
    if (!before.some((each) => Buffer.from(each.bytes).equals(bytes)))
      before.push({ id: idOf(order), order, bytes });
    if (kit.losesAnswers) throw new Error('the signer has not answered within 20 s');
    return { kind: 'signed', bytes };
  };
  return kit;
}

/** As a signer knows a payment. */
function idOf({ orderId, payoutId }: PaymentOrder): string {
  return orderId ?? payoutId.toString();
}

function isSame(one: PaymentOrder, other: PaymentOrder): boolean {
  return one.address === other.address && one.amount === other.amount;
}

/** It stands behind as many accounts as the fourth byte says. */
function nonceIn(message: Uint8Array): string {
  const at = 4 + 32 * (message[3] ?? 0);
  return base58.encode(message.subarray(at, at + 32));
}
