import type { EvmFields } from '@openlode/signing/messages';
import type { PaymentOrder } from '../../../domain/kernel/rail.ts';
import type { SignAnswer, SignedBytes } from '../bitcoin/signer.ts';

/** What is to be signed: the signer builds it. */
export interface EvmSignRequest {
  readonly order: PaymentOrder;
  /** The contract whose token is paid; undefined where it is the coin of the network. */
  readonly token: string | undefined;
  /** In the smallest units of what is paid. */
  readonly units: bigint;
  readonly fields: EvmFields;
}

/** Who holds the key of the account. Rejects where no answer came: it may have signed. */
export interface EvmSigner {
  sign(request: EvmSignRequest): Promise<SignAnswer>;
  /** The same for a transaction that pays nothing, under the number of what was signed for the order. */
  cancel(request: EvmSignRequest): Promise<SignAnswer>;
  /** The same for a payment to an address of the signer's own list, which no cap of payments bounds. */
  sweep(request: EvmSignRequest): Promise<SignAnswer>;
  /** Every transaction that it has signed for a payment, also where the answer was lost. Rejects where it does not say, or not all of them. */
  signedFor(payment: Omit<EvmSignRequest, 'fields'>): Promise<readonly SignedBytes[]>;
}
