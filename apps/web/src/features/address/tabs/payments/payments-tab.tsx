import type { AddressData } from '@openlode/contracts/http/address';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { paymentsQuery } from '../../address-api.ts';
import { FailureNotice } from '../../failure-notice.tsx';
import { networkName } from '../../network-name.ts';
import { RowsSkeleton } from '../live/rows-skeleton.tsx';
import { PaymentRow } from './payment-row.tsx';
import styles from './payments-tab.module.css';
import { TableDownloads } from './table-downloads.tsx';

interface PaymentsTabProps {
  readonly uuid: string;
  /** Symbol of the payout coin. */
  readonly coin: string;
  /** The networks of the coin, for their names. */
  readonly chains: AddressData['chains'];
}

/** Every payment, newest first, live; and everything that was credited as a file. */
export function PaymentsTab({ uuid, coin, chains }: PaymentsTabProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(paymentsQuery(uuid, page));
  const { data, error } = query;
  return (
    <div className={styles.tab}>
      {error !== null && <FailureNotice error={error} onRetry={() => void query.refetch()} />}
      {data === undefined
        ? error === null && <RowsSkeleton label="Loading payments" />
        : data.list.length === 0 && (
            <EmptyState title="You have no payouts, yet.">
              Once you reach the minimum you can pay out now, or turn on auto-pay for the daily run at 13:00
              UTC. Each payment is listed here with its progress.
            </EmptyState>
          )}
      {data !== undefined && data.list.length > 0 && (
        <>
          {data.disclaimer !== null && <p className={styles.disclaimer}>{data.disclaimer}</p>}
          <ol className={styles.list} aria-label="Payments" aria-busy={query.isPlaceholderData}>
            {data.list.map((payment) => (
              <PaymentRow
                key={payment.id}
                payment={payment}
                coin={data.coin ?? coin}
                network={networkName(chains, payment.network)}
              />
            ))}
          </ol>
          <Pager label="Pages of payments" page={page} lastPage={data.last_page} onChange={setPage} />
        </>
      )}
      <TableDownloads uuid={uuid} />
    </div>
  );
}
