import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TabLinks } from '../../shared/ui/tab-links.tsx';
import type { AddressTabName } from './address-tab-name.ts';

const tabLabels: readonly { readonly name: AddressTabName; readonly label: string }[] = [
  { name: 'live', label: 'Live' },
  { name: 'workers', label: 'Workers' },
  { name: 'payments', label: 'Payments' },
  { name: 'referrals', label: 'Referrals' },
  { name: 'stats', label: 'Stats' },
  { name: 'hub', label: 'Hub' },
];

interface AddressTabsProps {
  /** As in the URL, as is the address. */
  readonly coin: string;
  readonly address: string;
  readonly selected: AddressTabName;
  /** Set behind the labels; null while they are not known. */
  readonly counts: { readonly workers: number | null; readonly payments: number | null };
  /** What the selected tab shows. */
  readonly children: ReactNode;
}

/** The tabs of an address, each with a URL of its own. */
export function AddressTabs({ coin, address, selected, counts, children }: AddressTabsProps) {
  return (
    <TabLinks
      label="Address"
      id="address"
      selected={selected}
      tabs={tabLabels.map(({ name, label }) => ({
        name,
        label,
        ...((name === 'workers' || name === 'payments') && { count: counts[name] }),
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
      {children}
    </TabLinks>
  );
}
