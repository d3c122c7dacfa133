import type { PaymentOrder } from '../../../domain/kernel/rail.ts';

/** What is to be signed, with everything that is needed to judge it without asking a node. */
export interface SignRequest {
  /** As the catalogue names it. */
  readonly network: string;
  /** What it pays, exactly; whatever else goes out comes back to an own address. */
  readonly orders: readonly PaymentOrder[];
  /** The unsigned transaction (BIP 174), with the whole transaction behind each coin. */
  readonly psbt: Uint8Array;
}

export type SignAnswer =
  | {
      readonly kind: 'signed';
      /** The bytes for the network. Other ones than asked for where these payouts were signed for before: then nothing new was signed. */
      readonly bytes: Uint8Array;
    }
  /** Nothing was signed. It says nothing about whether these payouts may be paid, so nothing is given back for it. */
  | { readonly kind: 'refused'; readonly why: string };

/** What was signed under the id of a payment. */
export interface SignedBytes {
  readonly bytes: Uint8Array;
  /** It was signed for another payment under this id. */
  readonly isOfAnother: boolean;
}

/** Who holds the keys: another process, which the pool asks and does not trust. Rejects where no answer came. */
export interface Signer {
  sign(request: SignRequest): Promise<SignAnswer>;
  /** The same for a transaction that pays none of the orders and brings everything back to the pool. */
  cancel(request: SignRequest): Promise<SignAnswer>;
  /** The same for one payment to an address of the signer's own list, which no cap of payments bounds. */
  sweep(request: SignRequest): Promise<SignAnswer>;
  /** Every transaction that it has signed for a payment, also where the answer was lost. Rejects where it does not say, or not all of them. */
  signedFor(order: PaymentOrder): Promise<readonly SignedBytes[]>;
}
