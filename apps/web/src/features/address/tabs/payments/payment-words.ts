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
  if (wait === null) return '';
  const first = codeWords(wait, coin);
  if (wait.also === null) return first;
  return `${first} ${codeWords({ ...wait, code: wait.also }, coin)}`;
}

type Wait = NonNullable<PaymentItem['waits_for']>;

function codeWords({ code, amount, network }: Omit<Wait, 'also'>, coin: string): string {
  switch (code) {
    case 'price':
      return `Waiting for an agreed price of ${coin}. It continues automatically.`;
    case 'day-cap':
      return 'The pool’s daily payout limit is reached. Payouts continue at 00:00 UTC, oldest first.';
    case 'run-cap':
      return 'Today’s limit for automatic payouts is reached. Payouts continue at 00:00 UTC, oldest first.';
    case 'approval':
      return 'Waiting for the operator’s approval.';
    case 'restricted':
      return 'The address is restricted. Ask the operator.';
    case 'suspended':
      return 'Payouts on this network are suspended until the operator lifts the suspension.';
    case 'database-changed':
      return 'The pool’s database was replaced. The pool compares it first and continues within a minute.';
    case 'wallet-away':
      return 'The pool’s wallet on this network does not answer. The payout continues once it does.';
    case 'node-away':
      return `The pool’s node of ${network ?? ''} does not answer. ${coin} is paid there as well, so the pool checks it first. The payout continues once it answers.`;
    case 'other-network':
      return `The operator is checking payments on ${network ?? ''}, where ${coin} is paid as well. The payout continues after that.`;
    case 'clock-skew':
      return 'The clock of the pool’s server is not exact. The payout continues automatically once it is.';
    case 'journal-broken':
      return 'The operator is repairing the pool’s record of payments. The payout continues after that.';
    case 'wallet':
      return `The pool’s wallet needs ${amount ?? ''} ${coin}. The payout continues once the operator has topped it up.`;
    case 'ripening':
      return `The pool’s wallet has enough ${coin}, of which ${amount ?? ''} ${coin} wait for blocks of the network. The payout continues automatically.`;
    case 'kept':
      return 'What the pool’s wallet has is kept for an older, larger payout until midnight UTC. After that it is paid as far as the wallet reaches.';
    case 'signer':
      return 'The pool’s wallet cannot sign right now. The pool retries within minutes.';
    case 'registration':
      return `An exchange sends ${coin}, and has to know the address first: the operator registers it there by hand. The payout continues after that.`;
    case 'fee':
      return 'The network fee is above the pool’s limit. The pool retries within minutes.';
    case 'review':
      return 'The operator is checking this payment.';
    case 'confirmations':
    case 'block':
    case 'turn':
      return '';
  }
}
