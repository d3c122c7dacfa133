import type { PaymentOrder } from '../../../domain/kernel/rail.ts';
import type { SignAnswer, SignedBytes } from '../bitcoin/signer.ts';

/** What is to be signed. */
export interface TronSignRequest {
  readonly order: PaymentOrder;
  /** The payment without a signature (`writeRaw`). */
  readonly unsigned: string;
}

/** Who holds the key of the account. Rejects where no answer came: it may have signed. */
export interface TronSigner {
  sign(request: TronSignRequest): Promise<SignAnswer>;
  /** Every transaction that it has signed for a payment, also where the answer was lost. Rejects where it does not say, or not all of them. */
  signedFor(order: PaymentOrder): Promise<readonly SignedBytes[]>;
  /** Everything that it has signed on the network since a moment (ms, by its own clock). Rejects as above. */
  signedSince(since: number): Promise<readonly Uint8Array[]>;
}
