import { encode, encodeForSigning, decode } from 'ripple-binary-codec';
import { deriveAddress, deriveKeypair, sign } from 'ripple-keypairs';
import type { PaymentOrder } from '../../../../domain/kernel/rail.ts';
import type { XrpSigner, XrpSignRequest } from '../signer.ts';

export interface XrpKeySigner extends XrpSigner {
  readonly account: string;
  /** What it was asked, the oldest first. */
  readonly asked: XrpSignRequest[];
  /** Runs before and behind each call: a suite lets the calling process die there. */
  around: <T>(call: () => Promise<T>) => Promise<T>;
  /** Bytes that no rail makes. */
  signed(json: Readonly<Record<string, unknown>>): Uint8Array;
}

/** That of the documents of the ledger: `masterpassphrase`. */
const seed = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb';

/** A signer that holds one key and signs whatever it is asked to, for suites. It remembers, as the real one does. */
export function xrpKeySigner(): XrpKeySigner {
  const { privateKey, publicKey } = deriveKeypair(seed);
  const before: { readonly order: PaymentOrder; readonly bytes: Uint8Array }[] = [];
  const signed = (json: Readonly<Record<string, unknown>>): Uint8Array => {
    const whole = { ...json, SigningPubKey: publicKey };
    const TxnSignature = sign(encodeForSigning(whole), privateKey);
    return Buffer.from(encode({ ...whole, TxnSignature }), 'hex');
  };
  const signer: XrpKeySigner = {
    account: deriveAddress(publicKey),
    asked: [],
    around: (call) => call(),
    signed,
    sign: (request) =>
      signer.around(async () => {
        const bytes = signed(decode(request.unsigned.toUpperCase()));
        signer.asked.push(request);
        before.push({ order: request.order, bytes });
        return { kind: 'signed', bytes };
      }),
    signedFor: (order) =>
      signer.around(async () =>
        before.flatMap((each) =>
          idOf(each.order) === idOf(order)
            ? { bytes: each.bytes, isOfAnother: !isSame(each.order, order) }
            : [],
        ),
      ),
  };
  return signer;
}

/** As a signer knows a payment. */
function idOf({ orderId, payoutId }: PaymentOrder): string {
  return orderId ?? payoutId.toString();
}

function isSame(one: PaymentOrder, other: PaymentOrder): boolean {
  return one.address === other.address && one.memo === other.memo && one.amount === other.amount;
}
