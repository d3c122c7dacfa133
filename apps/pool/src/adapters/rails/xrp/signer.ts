import type { PaymentOrder } from '../../../domain/kernel/rail.ts';
import type { SignAnswer, SignedBytes } from '../bitcoin/signer.ts';

/** What is to be signed: the signer adds its key and the signature. */
export interface XrpSignRequest {
  readonly order: PaymentOrder;
  /** The payment (`writeUnsigned`). */
  readonly unsigned: string;
}

/** Who holds the key of the account. Rejects where no answer came: it may have signed. */
export interface XrpSigner {
  sign(request: XrpSignRequest): Promise<SignAnswer>;
  /** Every transaction that it has signed for a payment, also where the answer was lost. Rejects where it does not say, or not all of them. */
  signedFor(order: PaymentOrder): Promise<readonly SignedBytes[]>;
}
