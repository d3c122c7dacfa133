import type { PaymentItem } from '@openlode/contracts/http/account-payments';
import type { State } from '../../../../shared/ui/state-mark.tsx';

export interface PaymentWords {
  readonly state: State;
  readonly text: string;
  /** What to do about it; empty where nothing is to be done. */
  readonly advice: string;
}

/** A payment's status in the specification's sentences. */
export function paymentWords({ status, reason }: Pick<PaymentItem, 'status' | 'reason'>): PaymentWords {
  switch (status) {
    case 'pending':
      return { state: 'waiting', text: 'Payment in progress', advice: '' };
    case 'processing':
      return { state: 'waiting', text: 'Payment processing', advice: '' };
    case 'success':
      return { state: 'good', text: 'Payment completed', advice: '' };
    case 'error':
      return reason === 'INVALID_ADDRESS'
        ? {
            state: 'error',
            text: 'Please check your worker(s), your address seems to be invalid!',
            advice:
              'Compare capital and small letters of the address in your miner, restart mining, then try the payment again.',
          }
        : {
            state: 'error',
            text: "We couldn't process your payment, please try again!",
            advice: 'Nothing is lost: the amount is back in your balance.',
          };
  }
}
