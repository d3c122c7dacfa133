import type { AddressData } from '@openlode/contracts/http/address';
import { networkName } from '../network-name.ts';
import styles from './owner-actions.module.css';
import { OwnerControls } from './owner-controls.tsx';
import { OwnerDialogs } from './owner-dialogs.tsx';
import { PendingSwitch } from './pending-switch.tsx';
import { UnansweredAction } from './unanswered-action.tsx';
import { useOwnerActions } from './use-owner-actions.ts';
import { usePendingSwitch } from './use-pending-switch.ts';
import { useSwitchedNetwork } from './use-switched-network.ts';

/** Pay now, auto-pay and the network of an address: what only its owner may do, and how to show that one is. */
export function OwnerActions({ data }: { readonly data: AddressData }) {
  const state = useOwnerActions(data.uuid);
  const { isBusy, unanswered, attempt, open } = state;
  const pending = data.pending_network ?? null;
  useSwitchedNetwork(data);
  usePendingSwitch(pending?.at);
  return (
    <section className={styles.actions} aria-label="Payment settings">
      <OwnerControls
        data={data}
        isBusy={isBusy}
        onAutoPay={(setting) => void attempt({ kind: 'auto_pay', setting })}
        onPay={() => open({ kind: 'pay' })}
        onNetworks={() => open({ kind: 'networks' })}
      />
      {unanswered !== null && <UnansweredAction action={unanswered} onClose={state.forgetUnanswered} />}
      {pending !== null && (
        <PendingSwitch
          to={networkName(data.chains, pending.network)}
          at={pending.at}
          isBusy={isBusy}
          onCancel={() => void attempt({ kind: 'cancel_switch' })}
        />
      )}
      <OwnerDialogs data={data} state={state} />
    </section>
  );
}
