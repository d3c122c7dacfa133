import type { AccountEvent } from '@openlode/contracts/http/account-events';
import type { IconName } from '../../shared/ui/icon.tsx';

export interface EventWords {
  readonly icon: IconName;
  /** What happened. */
  readonly strong: string;
  /** The rest of the sentence; may be empty. */
  readonly rest: string;
}

/** An event in words; `algorithmName` gives the name for a code. */
export function eventWords(event: AccountEvent, algorithmName: (code: string) => string): EventWords {
  switch (event.event) {
    case 'reward':
      return {
        icon: 'gem',
        strong: 'Balance increased',
        rest: `by ${withArticle(algorithmName(event.data.algorithm))} reward`,
      };
    case 'worker':
      return {
        icon: 'rig',
        strong: event.data.name,
        rest: `${event.data.online ? 'came online' : 'went offline'} on ${algorithmName(event.data.algorithm)}`,
      };
    case 'payout':
      return { icon: 'payout', strong: payoutWords[event.data.code], rest: `on ${event.data.name}` };
    case 'account':
      return { icon: 'person', ...ownerWords(event.data.code, event.data.name) };
  }
}

const payoutWords = {
  success: 'Payout complete',
  processing: 'Payout processing',
  pending: 'Payout initiated',
  error: 'Payout failed',
} as const;

type OwnerCode = Extract<AccountEvent, { event: 'account' }>['data']['code'];

function ownerWords(code: OwnerCode, network: string | null): { strong: string; rest: string } {
  switch (code) {
    case 'auto-pay-on':
      return { strong: 'Auto-pay', rest: 'was switched on' };
    case 'auto-pay-off':
      return { strong: 'Auto-pay', rest: 'was switched off' };
    case 'payout-requested':
      return { strong: 'Payout', rest: `on ${network ?? 'its network'} was asked for by the owner` };
    case 'network-switch-announced':
      return { strong: 'Network switch', rest: `to ${network ?? 'another network'} was announced` };
    case 'network-switch-cancelled':
      return { strong: 'Network switch', rest: `to ${network ?? 'another network'} was cancelled` };
    case 'network-switched':
      return { strong: 'Network switch', rest: `to ${network ?? 'another network'} took effect` };
    case 'written-off':
      return { strong: 'Balance cleared', rest: 'after six months without work' };
  }
}

function withArticle(name: string): string {
  return `${/^[AEIO]/i.test(name) ? 'an' : 'a'} ${name}`;
}
