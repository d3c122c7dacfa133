import type { AccountStats } from '@openlode/contracts/http/account-stats';
import type { AddressData } from '@openlode/contracts/http/address';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../shared/time/use-now.ts';
import { LateIcon } from '../../shared/ui/late-icon.tsx';
import { statsQuery } from './address-api.ts';
import { nextPayout } from './next-payout.ts';
import { paydayWords } from './payday-words.ts';
import styles from './strip-cells.module.css';

/** When the owner is paid next, or why not. */
export function Payday({ data }: { readonly data: AddressData }) {
  const stats = useQuery({ ...statsQuery(data.uuid), refetchInterval: 60_000 }).data;
  // Judged by the minute: the sentence names no seconds.
  const now = Math.floor(useNow() / 60_000) * 60_000;
  const outcome = stats === undefined ? null : nextPayout(data, stats.payday, now);
  return (
    <p className={styles.payday}>
      <LateIcon name="clock" />
      <span>
        {data.fresh
          ? `Nothing is earned yet. What you earn can be paid out from ${data.payment_threshold} ${data.coin}.`
          : outcome === null
            ? untilKnown(data)
            : paydayWords(outcome, data, now)}
        {!data.fresh && !data.auto && stats !== undefined && ` ${withAutoPay(data, stats.payday, now)}`}
      </span>
    </p>
  );
}

/** The day that auto-pay would pay, so that its owner knows what is missed. */
function withAutoPay(data: AddressData, payday: AccountStats['payday'], now: number): string {
  const outcome = nextPayout({ ...data, auto: true }, payday, now);
  if (outcome.kind === 'stopped') return '';
  const words = paydayWords(outcome, data, now);
  return `With auto-pay on: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** While the figures are fetched: what the setting alone says. */
function untilKnown({ auto, payment_threshold: threshold, coin }: AddressData): string {
  return auto
    ? `Paid daily at 13:00 UTC from ${threshold} ${coin}.`
    : 'Auto-pay is off: you are paid only when you ask.';
}
