import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { PaymentOrder } from '../../../../domain/kernel/rail.ts';
import { idOf, writeSigned } from '../read-payment.ts';
import type { TronSigner, TronSignRequest } from '../signer.ts';

export interface TronKeySigner extends TronSigner {
  /** 21 bytes in hex. */
  readonly account: string;
  /** What it was asked, the oldest first. */
  readonly asked: TronSignRequest[];
  /** Runs before and behind each call: a suite lets the calling process die there. */
  around: <T>(call: () => Promise<T>) => Promise<T>;
  /** Bytes that no rail makes. */
  signed(raw: Uint8Array): Uint8Array;
}

/** A signer that holds one key and signs whatever it is asked to, for suites. It remembers, as the real one does. */
export function tronKeySigner(now: () => number): TronKeySigner {
  const secret = new Uint8Array(32).fill(0x46);
  const point = secp256k1.getPublicKey(secret, false).subarray(1);
  const before: { readonly order: PaymentOrder; readonly bytes: Uint8Array; readonly at: number }[] = [];
  const signed = (raw: Uint8Array): Uint8Array => {
    const signature = secp256k1.sign(Buffer.from(idOf(raw), 'hex'), secret, {
      prehash: false,
      format: 'recovered',
    });
    return writeSigned(raw, [Uint8Array.of(...signature.subarray(1), 27 + (signature[0] ?? 0))]);
  };
  const signer: TronKeySigner = {
    account: `41${Buffer.from(keccak_256(point).subarray(12)).toString('hex')}`,
    asked: [],
    around: (call) => call(),
    signed,
    sign: (request) =>
      signer.around(async () => {
        const bytes = signed(Buffer.from(request.unsigned, 'hex'));
        signer.asked.push(request);
        before.push({ order: request.order, bytes, at: now() });
        return { kind: 'signed', bytes };
      }),
    signedFor: (order) =>
      signer.around(async () =>
        before.flatMap((each) =>
          idOfOrder(each.order) === idOfOrder(order)
            ? { bytes: each.bytes, isOfAnother: !isSame(each.order, order) }
            : [],
        ),
      ),
    signedSince: (since) =>
      signer.around(async () => before.filter(({ at }) => at >= since).map(({ bytes }) => bytes)),
  };
  return signer;
}

/** As a signer knows a payment. */
function idOfOrder({ orderId, payoutId }: PaymentOrder): string {
  return orderId ?? payoutId.toString();
}

function isSame(one: PaymentOrder, other: PaymentOrder): boolean {
  return one.address === other.address && one.amount === other.amount && one.coin === other.coin;
}
