import type { KeyImage } from '@openlode/signing/messages';
import type { PaymentOrder } from '../../../domain/kernel/rail.ts';

export interface MoneroSignRequest {
  /** What it pays, exactly; whatever else goes out comes back to the pool. */
  readonly orders: readonly PaymentOrder[];
  /** What a wallet that watches has built, in hex. */
  readonly unsigned: string;
}

/** What was signed, with the secrets by which it can be read. */
export interface MoneroSigned {
  readonly bytes: Uint8Array;
  readonly keys: Uint8Array;
}

export type MoneroSignAnswer =
  | ({ readonly kind: 'signed' } & MoneroSigned)
  /** Nothing was signed. It says nothing about whether these payouts may be paid, so nothing is given back for it. */
  | { readonly kind: 'refused'; readonly why: string };

/** Who holds the key: another process, which the pool asks and does not trust. Rejects where no answer came. */
export interface MoneroSigner {
  sign(request: MoneroSignRequest): Promise<MoneroSignAnswer>;
  /** The same for one payment to an address of the signer's own list, which no cap of payments bounds. */
  sweep(request: MoneroSignRequest): Promise<MoneroSignAnswer>;
  /** Every transaction that it has signed for a payment, also where the answer was lost. Rejects where it does not say, or not all of them. */
  signedFor(order: PaymentOrder): Promise<readonly (MoneroSigned & { readonly isOfAnother: boolean })[]>;
  /** What it has signed under this id, and for whom; undefined where it has signed no such transaction. */
  signedAs(txid: string): Promise<(MoneroSigned & { readonly payees: readonly string[] }) | undefined>;
  /** The images of all outputs of the wallet that watches, without which it does not see what is spent. */
  keyImages(outputs: string): Promise<readonly KeyImage[]>;
}
