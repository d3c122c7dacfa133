import type { PaymentOrder } from '../../../domain/kernel/rail.ts';
import type { SignAnswer, SignedBytes } from '../bitcoin/signer.ts';

/** What is to be signed, which the signer reads by itself. */
export interface SolanaSignRequest {
  readonly order: PaymentOrder;
  readonly message: Uint8Array;
}

/** Who holds the key of the account. Rejects where no answer came: it may have signed. */
export interface SolanaSigner {
  sign(request: SolanaSignRequest): Promise<SignAnswer>;
  /** The same for a message that pays nothing, under the nonce of what was signed for the order. */
  cancel(request: SolanaSignRequest): Promise<SignAnswer>;
  /** The same for a payment to an address of the signer's own list, which no cap of payments bounds. */
  sweep(request: SolanaSignRequest): Promise<SignAnswer>;
  /** Every transaction that it has signed for a payment, also where the answer was lost. Rejects where it does not say, or not all of them. */
  signedFor(order: PaymentOrder): Promise<readonly SignedBytes[]>;
}
