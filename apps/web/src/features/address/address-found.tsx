import type { AddressData } from '@openlode/contracts/http/address';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { failureText } from '../../shared/api/api-error.ts';
import { useLiveStatus } from '../../shared/live/live-socket.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TabLinks } from '../../shared/ui/tab-links.tsx';
import { statsQuery, summaryQuery, type WorkersByAlgorithm, workersQuery } from './address-api.ts';
import { useLiveAccount } from './address-live.ts';
import type { AddressTabName } from './address-tab-name.ts';
import { AddressNotices } from './address-notices.tsx';
import { AddressStrip } from './address-strip.tsx';
import styles from './address-found.module.css';
import { countWorkers } from './count-workers.ts';
import { OfflineWarning } from './offline-warning.tsx';
import { RefusedLogins } from './refused-logins.tsx';
import { LiveTab } from './tabs/live/live-tab.tsx';
import { RowsSkeleton } from './tabs/live/rows-skeleton.tsx';
import { late } from '../../shared/late/late.tsx';

const meanwhile = { waiting: <RowsSkeleton label="Loading" /> };
const loadWorkersTab = () => import('./tabs/workers/workers-tab.tsx');
const loadPaymentsTab = () => import('./tabs/payments/payments-tab.tsx');
const WorkersTab = late(async () => (await loadWorkersTab()).WorkersTab, meanwhile);
const PaymentsTab = late(async () => (await loadPaymentsTab()).PaymentsTab, meanwhile);
const ReferralsTab = late(
  async () => (await import('./tabs/referrals/referrals-tab.tsx')).ReferralsTab,
  meanwhile,
);
const HubTab = late(async () => (await import('./tabs/hub/hub-tab.tsx')).HubTab, meanwhile);
const StatsTab = late(async () => (await import('./tabs/stats/stats-tab.tsx')).StatsTab, meanwhile);

const tabLabels: readonly { readonly name: AddressTabName; readonly label: string }[] = [
  { name: 'live', label: 'Live' },
  { name: 'workers', label: 'Workers' },
  { name: 'payments', label: 'Payments' },
  { name: 'referrals', label: 'Referrals' },
  { name: 'stats', label: 'Stats' },
  { name: 'hub', label: 'Hub' },
];

interface AddressFoundProps {
  readonly account: { readonly coin: string; readonly address: string };
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
  const { account, data } = props;
  if (!data.err_flags.missing_memo) return <WatchedAddress {...props} />;
  return (
    <>
      <AddressNotices coin={account.coin} data={data} />
      <RefusedLogins coin={account.coin} address={account.address} />
    </>
  );
}

/** The strip, then the tabs, both kept up to date by the socket. */
function WatchedAddress({ account, data, tab, failure, onRetry }: AddressFoundProps) {
  const { coin, address } = account;
  useLiveAccount({ uuid: data.uuid, coin, address });
  const live = useLiveStatus() === 'live';
  const summary = useQuery({ ...summaryQuery(data.uuid), refetchInterval: live ? false : pollMs });
  const hours = usePreference('chartPeriod');
  const workers = useQuery({ ...workersQuery(data.uuid, hours), refetchInterval: pollMs });
  const total = workers.data === undefined ? null : countWorkers(workers.data);
  const payments = useQuery(statsQuery(data.uuid)).data?.payments ?? null;
  const lastFailure = failure ?? summary.error;

  useEffect(() => {
    // These are small and likely wanted next.
    void Promise.all([loadWorkersTab(), loadPaymentsTab()]).catch(() => {});
  }, []);

  return (
    <>
      {lastFailure !== null && (
        <Notice
          tone="error"
          title="These figures may be out of date."
          live="polite"
          action={
            <Button
              onClick={() => {
                onRetry();
                void summary.refetch();
                void workers.refetch();
              }}
            >
              Try again
            </Button>
          }
        >
          <p>{failureText(lastFailure)}</p>
        </Notice>
      )}
      <AddressNotices coin={coin} data={data} />
      <RefusedLogins coin={coin} address={address} />
      {/* Miners of a delisted coin are refused: nothing is wrong with the rig. */}
      {!data.delisted_chain && <OfflineWarning at={summary.data?.timestamp ?? null} />}
      <AddressStrip
        data={data}
        summary={summary.data ?? null}
        charts={
          workers.data === undefined ? null : { data: workers.data, hours, fetchedAt: workers.dataUpdatedAt }
        }
      />
      <div>
        <TabLinks
          label="Address"
          id="address"
          selected={tab}
          tabs={tabLabels.map(({ name, label }) => ({
            name,
            label,
            ...(name === 'workers' && { count: total }),
            ...(name === 'payments' && { count: payments }),
            renderLink: (props) => (
              <Link
                {...props}
                to="/address/{-$address}"
                params={{ address }}
                search={name === 'live' ? { coin } : { coin, tab: name }}
                resetScroll={false}
              />
            ),
          }))}
        >
          <div className={styles.panel}>
            <TabPanel tab={tab} data={data} workers={workers} hours={hours} />
          </div>
        </TabLinks>
      </div>
    </>
  );
}

interface TabPanelProps {
  readonly tab: AddressTabName;
  readonly data: AddressData;
  readonly workers: UseQueryResult<WorkersByAlgorithm>;
  readonly hours: 1 | 24;
}

function TabPanel({ tab, data, workers, hours }: TabPanelProps) {
  const { uuid, coin, chains } = data;
  const simulated = data.simulated === true;
  switch (tab) {
    case 'live':
      return <LiveTab uuid={uuid} coin={coin} chains={chains} />;
    case 'workers':
      return <WorkersTab uuid={uuid} query={workers} hours={hours} />;
    case 'payments':
      return <PaymentsTab uuid={uuid} coin={coin} chains={chains} />;
    case 'referrals':
      return <ReferralsTab uuid={uuid} simulated={simulated} />;
    case 'hub':
      return <HubTab coin={coin} />;
    case 'stats':
      return <StatsTab {...{ uuid, coin, chains, simulated }} precision={Number(data.precision)} />;
  }
}
