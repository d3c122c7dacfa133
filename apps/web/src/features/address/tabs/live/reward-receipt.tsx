import type { RewardEvent } from '@openlode/contracts/http/account-events';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { failureText } from '../../../../shared/api/api-error.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { CopyButton } from '../../../../shared/ui/copy-button.tsx';
import { receiptQuery } from '../../address-api.ts';
import { EveryDigit, hasMoreDigits, receiptText } from './receipt-digits.ts';
import { ReceiptTable } from './receipt-table.tsx';
import styles from './receipt-table.module.css';

interface RewardReceiptProps {
  readonly uuid: string;
  readonly event: RewardEvent;
  /** Symbol of the payout coin. */
  readonly coin: string;
}

/** The receipt as it stands now; what came with the event is shown until that is fetched. */
export function RewardReceipt({ uuid, event, coin }: RewardReceiptProps) {
  const { data, error } = useQuery(receiptQuery(uuid, event.seq));
  const [every, setEvery] = useState(false);
  const { seq, timestamp: at } = event;
  const { receipt, amount_extended: credited, time_start: from, time_end: to } = (data ?? event).data;
  if (receipt !== undefined) {
    const about = { coin, credited, at, from, to };
    return (
      <EveryDigit value={every}>
        <ReceiptTable receipt={receipt} {...about} />
        <p className={styles.more}>
          <CopyButton text={receiptText(receipt, { ...about, seq })} label="Copy the receipt, every digit" />
          {hasMoreDigits(receipt) && (
            <Button small aria-pressed={every} onClick={() => setEvery(!every)}>
              Show every digit
            </Button>
          )}
          <Link to="/support/{-$type}/{-$slug}" params={{ type: 'article', slug: 'how-rewards-are-shared' }}>
            How rewards are shared
          </Link>
          <span>Receipt {seq} of this address</span>
        </p>
      </EveryDigit>
    );
  }
  if (error !== null) return <p role="alert">{failureText(error)}</p>;
  return <p>{data === undefined ? 'Loading...' : 'This reward has no receipt: it was booked by hand.'}</p>;
}
