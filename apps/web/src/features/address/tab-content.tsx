import type { AddressData } from '@openlode/contracts/http/address';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { late } from '../../shared/late/late.tsx';
import type { WorkersByAlgorithm } from './address-api.ts';
import type { AddressTabName } from './address-tab-name.ts';
import { LiveTab } from './tabs/live/live-tab.tsx';
import { RowsSkeleton } from './tabs/live/rows-skeleton.tsx';

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

interface TabContentProps {
  readonly tab: AddressTabName;
  readonly data: AddressData;
  readonly workers: UseQueryResult<WorkersByAlgorithm>;
  /** What the charts of the workers cover. */
  readonly hours: 1 | 24;
}

/** What the tab shows. Only the first one comes with the page, the others' code when they are chosen. */
export function TabContent({ tab, data, workers, hours }: TabContentProps) {
  const { uuid, coin, chains } = data;
  const simulated = data.simulated === true;
  useEffect(() => {
    // These are small and likely wanted next.
    void Promise.all([loadWorkersTab(), loadPaymentsTab()]).catch(() => {});
  }, []);
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
      return <HubTab coin={coin} simulated={simulated} />;
    case 'stats':
      return <StatsTab {...{ uuid, coin, chains, simulated }} precision={Number(data.precision)} />;
  }
}
