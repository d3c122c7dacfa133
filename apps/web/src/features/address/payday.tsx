import type { AddressData } from '@openlode/contracts/http/address';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../shared/time/use-now.ts';
import { Icon } from '../../shared/ui/icon.tsx';
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
      <Icon name="clock" />
      <span>
        {data.fresh
          ? `Nothing is earned yet. What you earn can be paid out from ${data.payment_threshold} ${data.coin}.`
          : outcome === null
            ? untilKnown(data)
            : paydayWords(outcome, data, now)}
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

/** While the figures are fetched: what the setting alone says. */
function untilKnown({ auto, payment_threshold: threshold, coin }: AddressData): string {
  return auto
    ? `Paid daily at 13:00 UTC from ${threshold} ${coin}.`
    : 'Auto-pay is off: nothing is paid out by itself.';
}
