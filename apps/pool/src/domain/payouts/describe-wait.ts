import { formatAmount } from '@openlode/money/amount';
import type { Funds } from '../kernel/funds.ts';
import type { PayoutWait, WaitReason } from './payout-wait.ts';

/** What a payout waits for, in words for the operator. */
export function describeWait({ also, ...wait }: PayoutWait): string {
  return [wait, ...(also ?? [])].map(describeReason).join('; and then ');
}

function describeReason(wait: WaitReason): string {
  switch (wait.kind) {
    case 'price':
      return `an agreed price of ${wait.coin}`;
    case 'cap':
      return wait.cap === 'day'
        ? 'room under the cap of the day: from 00:00 UTC, or with an approval'
        : 'room under the cap of the daily run: from 00:00 UTC, or with an approval';
    case 'approval':
      return "an operator's approval: it is worth more than may leave without one";
    case 'operator':
      return wait.why === '' ? 'an operator, who holds it' : `an operator, who holds it: ${wait.why}`;
    case 'restricted':
      return 'the restriction of its address';
    case 'suspended':
      return `the suspension of ${wait.network}: ${wait.reason} (${wait.detail})`;
    case 'other-network':
      return wait.reason === 'wallet-unreachable'
        ? `the node of ${wait.network}: it does not answer, and what has left there may have been this payout (${wait.detail})`
        : `the suspension of ${wait.network}, where it may have been paid: ${wait.reason} (${wait.detail})`;
    case 'process':
      if (wait.reason === 'database-changed')
        return 'the quiet half minute after another server or copy of the database answered: every process compares it with its journal first';
      return `the pool itself, which lets nothing leave: ${wait.reason}`;
    case 'wallet':
      return `funds: the wallet needs ${formatAmount(wait.amount)} ${wait.coin} on ${wait.network}${hasWords(wait.funds)}`;
    case 'ripening':
      return `blocks: ${formatAmount(wait.amount)} ${wait.coin} of the wallet on ${wait.network} can be spent once they are deep enough, and are enough for all that waits`;
    case 'kept':
      return `funds: what the wallet has on ${wait.network} is kept for an older payout of ${formatAmount(wait.amount)} ${wait.coin} until ${wait.until.toISOString().slice(0, 16)}Z`;
    case 'signer':
    case 'registration':
      return `${wait.note}; asked ${wait.attempts} times, next at ${wait.nextAt.toISOString().slice(0, 19)}Z`;
    case 'fee':
      return `a lower fee of the network: ${wait.note}`;
    case 'second-answer':
      return 'the nodes to say the same once more';
    case 'review':
      return wait.note;
    case 'confirmations':
      return `confirmations: ${wait.have}/${wait.needed}`;
    case 'block':
      return wait.through === undefined ? 'a block that has it' : `${wait.through} to send it`;
    case 'turn':
      return 'its turn';
  }
}

function hasWords(funds: Funds | undefined): string {
  if (funds === undefined) return '';
  const { spendable, waiting } = funds;
  const later = waiting === 0n ? '' : `, and ${formatAmount(waiting)} once they are deep enough`;
  return `; it can spend ${formatAmount(spendable)} now${later}`;
}
