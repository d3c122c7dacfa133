import type { AddressData } from '@openlode/contracts/http/address';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../shared/time/use-now.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { eventsQuery, statsQuery } from './address-api.ts';
import { listedEvents } from './live-patches.ts';
import { type NextPayout, nextPayout } from './next-payout.ts';
import styles from './strip-cells.module.css';

/** When the owner is paid next, or why not. */
export function Payday({ data }: { readonly data: AddressData }) {
  const stats = useQuery({ ...statsQuery(data.uuid), refetchInterval: 60_000 }).data;
  const rewards = useInfiniteQuery(eventsQuery(data.uuid, 'reward'));
  // Judged by the minute: the sentence names no seconds.
  const now = Math.floor(useNow() / 60_000) * 60_000;
  const known = {
    times: rewards.data === undefined ? [] : listedEvents(rewards.data).map((event) => event.timestamp),
    hasMore: rewards.data === undefined || rewards.hasNextPage,
  };
  const outcome = stats === undefined ? null : nextPayout(data, stats.rewarded.past_24h, known, now);
  return (
    <p className={styles.payday}>
      <Icon name="clock" />
      <span>
        {data.fresh
          ? `Nothing is earned yet. What you earn can be paid out from ${data.payment_threshold} ${data.coin}.`
          : outcome === null
            ? untilKnown(data)
            : sentenceOf(outcome, data)}
        {!data.fresh && outcome?.kind === 'stopped' && outcome.why === 'auto-off' && (
          <>
            {' '}
            <Link to="." search={(old) => ({ ...old, tab: 'payments' as const })} resetScroll={false}>
              Pay out or switch it on
            </Link>
          </>
        )}
      </span>
    </p>
  );
}

/** While the rewards are fetched: what the setting alone says. */
function untilKnown({ auto, payment_threshold: threshold, coin }: AddressData): string {
  return auto
    ? `Paid daily at 13:00 UTC from ${threshold} ${coin}.`
    : 'Auto-pay is off: nothing is paid out by itself.';
}

function sentenceOf(
  outcome: NextPayout,
  { payment_threshold: threshold, coin, network }: AddressData,
): string {
  switch (outcome.kind) {
    case 'due':
      return `Next payout ${moment(outcome.runAt)}.`;
    case 'no-reward':
      return `The run ${moment(outcome.runAt)} leaves you out: no reward was credited yesterday. Mine on, and the run after a day with a reward pays.`;
    case 'below':
      return `Next payout about ${moment(outcome.runAt)}: at the rate of the past 24 hours the minimum is reached ${moment(outcome.reachedAt)}.`;
    case 'below-idle':
      return `Below the minimum of ${threshold} ${coin}, and no reward in the past 24 hours: no payout is in sight.`;
    case 'stopped':
      return stoppedWords(outcome.why, network);
  }
}

function stoppedWords(why: Extract<NextPayout, { kind: 'stopped' }>['why'], network: string): string {
  switch (why) {
    case 'auto-off':
      return 'Auto-pay is off: nothing is paid out by itself.';
    case 'maintenance':
      return `${network} payouts are under maintenance: no payout until that is over.`;
    case 'restricted':
      return 'This address is restricted: nothing is paid out.';
    case 'missing-memo':
      return 'The memo is missing: nothing can be paid out.';
  }
}

function moment(at: number): string {
  return `${day.format(at)} UTC`;
}

const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
