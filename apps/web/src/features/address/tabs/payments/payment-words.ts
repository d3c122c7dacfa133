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

/** What a payment waits for, in a sentence; empty where its status says enough. */
export function waitWords(wait: PaymentItem['waits_for'], coin: string): string {
  switch (wait?.code) {
    case 'price':
      return `Waits for an agreed price of ${coin}. It goes on by itself.`;
    case 'day-cap':
      return "The pool's payout limit of the day is used up. It goes on from 00:00 UTC, the oldest payment first.";
    case 'run-cap':
      return "The limit of today's automatic payouts is used up. It goes on from 00:00 UTC, the oldest payment first.";
    case 'approval':
      return 'Waits for the approval of the operator.';
    case 'restricted':
      return 'The address is restricted. Ask the operator.';
    case 'suspended':
      return 'Payouts on this network are suspended. It goes on when the operator has lifted the suspension.';
    case 'wallet':
      return `The pool's wallet needs ${wait.amount ?? ''} ${coin}. It goes on when the operator has topped it up.`;
    case 'signer':
      return "The pool's wallet does not sign now. It is asked again within minutes.";
    case 'fee':
      return 'The network asks for a higher fee than the pool allows. It is tried again within minutes.';
    case 'review':
      return 'The operator looks into it.';
    case 'confirmations':
    case 'block':
    case 'turn':
    case undefined:
      return '';
  }
}
