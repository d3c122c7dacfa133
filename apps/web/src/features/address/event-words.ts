import type { AccountEvent, RewardEvent } from '@openlode/contracts/http/account-events';
import type { LateIconName } from '../../shared/ui/late-icon.tsx';
import { isNothing, shownAmount } from '@openlode/money/decimal-text';

export interface EventWords {
  readonly icon: LateIconName;
  /** What happened. */
  readonly strong: string;
  /** The rest of the sentence; may be empty. */
  readonly rest: string;
}

/** The names of what events tell by a code. */
export interface EventNames {
  readonly algorithm: (code: string) => string;
  readonly network: (code: string) => string;
}

/** An event in words. */
export function eventWords(event: AccountEvent, names: EventNames): EventWords {
  switch (event.event) {
    case 'reward':
      return { icon: 'gem', ...rewardWords(event, names.algorithm(event.data.algorithm)) };
    case 'worker':
      return {
        icon: 'rig',
        strong: event.data.name,
        rest: `${event.data.online ? 'came online' : 'went offline'} on ${names.algorithm(event.data.algorithm)}`,
      };
    case 'payout':
      return {
        icon: 'payout',
        strong: payoutWords[event.data.code],
        rest: `on ${names.network(event.data.name)}`,
      };
    case 'account':
      return {
        icon: 'person',
        ...ownerWords(event.data.code, event.data.name === null ? null : names.network(event.data.name)),
      };
  }
}

function rewardWords(event: RewardEvent, algorithm: string): { strong: string; rest: string } {
  switch (waitOf(event)) {
    case 'now':
      return { strong: 'Reward waiting', rest: `to be converted, from ${algorithm}` };
    case 'over':
      return { strong: 'Reward waited', rest: `to be converted, from ${algorithm}` };
    case null:
      return { strong: 'Balance increased', rest: `by ${withArticle(algorithm)} reward` };
  }
}

/**
 * A reward that credited nothing, because all of it waited to be converted: `now` while a part still waits, `over` once all
 * was credited, with an event of its own. Null for every other reward.
 */
export function waitOf({ data }: RewardEvent): 'now' | 'over' | null {
  const waits = data.receipt?.lines.flatMap((line) => (line.pending_conversion ? [line.pending_reason] : []));
  if (waits === undefined || waits.length === 0 || !isNothing(data.amount_extended)) return null;
  return waits.some((reason) => reason !== null) ? 'now' : 'over';
}

/** What an event credited or paid, as it is shown; null where it is about something else. */
export function eventAmount({ data }: AccountEvent): string | null {
  return data.amount === null ? null : shownAmount(data.amount, data.amount_extended);
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
      return { strong: 'Payout', rest: `on ${network ?? 'its network'} was requested by the owner` };
    case 'network-switch-announced':
      return { strong: 'Network switch', rest: `to ${network ?? 'another network'} was scheduled` };
    case 'network-switch-cancelled':
      return { strong: 'Network switch', rest: `to ${network ?? 'another network'} was cancelled` };
    case 'network-switched':
      return { strong: 'Network switch', rest: `to ${network ?? 'another network'} took effect` };
    case 'write-off-announced':
      return { strong: 'Balance', rest: 'will be cleared in a month unless you mine or request a payout' };
    case 'written-off':
      return { strong: 'Balance cleared', rest: 'after six months without work' };
  }
}

function withArticle(name: string): string {
  return `${/^[AEIO]/i.test(name) ? 'an' : 'a'} ${name}`;
}
