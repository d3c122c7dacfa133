import type { AddressData } from '@openlode/contracts/http/address';
import { exactDay } from '../../shared/format/relative-time.ts';
import { networkName } from './network-name.ts';
import type { NextPayout } from './next-payout.ts';

type Terms = Pick<AddressData, 'payment_threshold' | 'coin' | 'network' | 'chains'>;

/** When the owner is paid next, or why not, as a sentence. */
export function paydayWords(
  outcome: NextPayout,
  { payment_threshold: threshold, coin, network, chains }: Terms,
  now: number,
): string {
  const moment = (at: number) => momentText(at, now);
  switch (outcome.kind) {
    case 'due':
      return `Next payout ${moment(outcome.runAt)}.`;
    case 'no-reward':
      return `No payout ${moment(outcome.runAt)}: you earned nothing yesterday. You’re paid the day after your next reward.`;
    case 'if-rewarded':
      return `Next payout ${moment(outcome.runAt)} if a reward is credited before midnight UTC: there was none in the past 24 hours.`;
    case 'below':
      return `Next payout about ${moment(outcome.runAt)}: at the rate of the past 24 hours the minimum is reached ${moment(outcome.reachedAt)}.`;
    case 'out-of-sight':
      return outcome.idle
        ? `Below the minimum of ${threshold} ${coin}, and you earned nothing in the past 24 hours.`
        : `At this rate you won’t reach the minimum of ${threshold} ${coin} soon.`;
    case 'stopped':
      return stoppedWords(outcome.why, networkName(chains, network));
  }
}

function stoppedWords(why: Extract<NextPayout, { kind: 'stopped' }>['why'], network: string): string {
  switch (why) {
    case 'auto-off':
      return 'Auto-pay is off: you are paid only when you ask.';
    case 'ended':
      return 'Payouts of this coin have ended. The balance stays in the ledger.';
    case 'not-paid-here':
      return `This pool has no wallet that pays on ${network}: the balance is kept until it has one.`;
    case 'pays-nothing':
      return 'This pool has no wallet: the balance is kept until it has one.';
    case 'maintenance':
      return `${network} payouts are under maintenance: no payout until that is over.`;
    case 'restricted':
      return 'This address is restricted: nothing is paid out.';
    case 'missing-memo':
      return 'The memo is missing: nothing can be paid out.';
  }
}

/** After so long a weekday and a time of day say nothing, and a day without its year is taken for another. */
const farMs = 300 * 86_400_000;

function momentText(at: number, now: number): string {
  return at - now > farMs ? exactDay(at) : `${near.format(at)} UTC`;
}

const near = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
