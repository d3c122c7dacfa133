import type { AddressData } from '@openlode/contracts/http/address';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { failureText } from '../../shared/api/api-error.ts';
import { useLiveStatus } from '../../shared/live/live-socket.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { statsQuery, summaryQuery, workersQuery } from './address-api.ts';
import styles from './address-found.module.css';
import { AddressNotices } from './address-notices.tsx';
import { AddressStrip } from './address-strip.tsx';
import type { AddressTabName } from './address-tab-name.ts';
import { AddressTabs } from './address-tabs.tsx';
import { countWorkers } from './count-workers.ts';
import { OfflineWarning } from './offline-warning.tsx';
import { RelayedNotes } from './relayed-notes.tsx';
import { RefusedLogins } from './refused-logins.tsx';
import { TabContent } from './tab-content.tsx';
import { useLiveMiner } from './use-live-miner.ts';

interface AddressFoundProps {
  /** As in the URL. */
  readonly miner: { readonly coin: string; readonly address: string };
  readonly data: AddressData;
  readonly tab: AddressTabName;
  /** Why the last look failed; what is shown is then older. */
  readonly failure: Error | null;
  readonly onRetry: () => void;
}

/** Without a live connection the figures are fetched at this pace. */
const pollMs = 15_000;

/** An address that the pool knows. A missing memo stops everything: nothing else is shown, fetched or listened to. */
export function AddressFound(props: AddressFoundProps) {
  const { miner, data } = props;
  if (!data.err_flags.missing_memo) return <WatchedAddress {...props} />;
  return (
    <>
      <AddressNotices coin={miner.coin} data={data} />
      <RefusedLogins coin={miner.coin} address={miner.address} />
    </>
  );
}

/** The strip, then the tabs, both kept up to date by the socket. */
function WatchedAddress({ miner, data, tab, failure, onRetry }: AddressFoundProps) {
  const { coin, address } = miner;
  useLiveMiner({ uuid: data.uuid, coin, address });
  const live = useLiveStatus() === 'live';
  const summary = useQuery({ ...summaryQuery(data.uuid), refetchInterval: live ? false : pollMs });
  const hours = usePreference('chartPeriod');
  const workers = useQuery({ ...workersQuery(data.uuid, hours), refetchInterval: pollMs });
  const payments = useQuery(statsQuery(data.uuid)).data?.payments ?? null;
  const lastFailure = failure ?? summary.error;

  function refetch() {
    onRetry();
    void summary.refetch();
    void workers.refetch();
  }

  // With the live connection the pool is back: what failed meanwhile says so no longer than it takes to ask.
  const refetchFailed = useEffectEvent(() => {
    if (lastFailure !== null) refetch();
  });
  useEffect(() => {
    if (live) refetchFailed();
  }, [live]);

  return (
    <>
      {lastFailure !== null && <OutOfDate failure={lastFailure} onRetry={refetch} />}
      <AddressNotices coin={coin} data={data} />
      <RefusedLogins coin={coin} address={address} />
      {/* Miners of a coin that is delisted, or not paid here, are refused: nothing is wrong with the rig. */}
      {!data.delisted_chain && data.paid_here && <OfflineWarning at={summary.data?.timestamp ?? null} />}
      <AddressStrip
        data={data}
        summary={summary.data ?? null}
        charts={
          workers.data === undefined ? null : { data: workers.data, hours, fetchedAt: workers.dataUpdatedAt }
        }
      />
      <RelayedNotes uuid={data.uuid} mined={Object.keys(workers.data ?? {})} />
      <div>
        <AddressTabs
          coin={coin}
          address={address}
          selected={tab}
          counts={{ workers: workers.data === undefined ? null : countWorkers(workers.data), payments }}
        >
          <div className={styles.panel}>
            <TabContent tab={tab} data={data} workers={workers} hours={hours} />
          </div>
        </AddressTabs>
      </div>
    </>
  );
}

function OutOfDate({ failure, onRetry }: { readonly failure: Error; readonly onRetry: () => void }) {
  return (
    <Notice
      tone="error"
      title="These figures may be out of date."
      live="polite"
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      <p>{failureText(failure)}</p>
    </Notice>
  );
}
