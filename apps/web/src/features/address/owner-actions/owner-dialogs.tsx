import type { AddressData } from '@openlode/contracts/http/address';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Modal } from '../../../shared/ui/modal.tsx';
import { networkName } from '../network-name.ts';
import { NetworkChooser } from './network-chooser.tsx';
import styles from './owner-actions.module.css';
import { ProofGuide } from './proof-guide.tsx';
import type { OwnerActionState } from './use-owner-actions.ts';

interface OwnerDialogsProps {
  readonly data: AddressData;
  readonly state: OwnerActionState;
}

/** The dialog that is open: the last word before a payment, the choice of a network, or the proof that the address is one's own. */
export function OwnerDialogs({ data, state }: OwnerDialogsProps) {
  const { dialog, open, close } = state;
  switch (dialog.kind) {
    case 'none':
      return null;
    case 'pay':
      return (
        <PayDialog
          data={data}
          isBusy={state.isBusy}
          onPay={() => void state.attempt({ kind: 'pay' })}
          onClose={close}
        />
      );
    case 'networks':
      return (
        <Dialog title="Switch network" onClose={close}>
          <NetworkChooser data={data} onChoose={(network) => open({ kind: 'switch', network })} />
        </Dialog>
      );
    case 'switch': {
      const { network } = dialog;
      return (
        <SwitchDialog
          data={data}
          network={networkName(data.chains, network)}
          onContinue={() => open({ kind: 'proof', action: { kind: 'switch', network } })}
          onClose={close}
        />
      );
    }
    case 'proof': {
      const { action, reason } = dialog;
      return (
        <Dialog title="Confirm that this address is yours" onClose={close}>
          <ProofGuide
            data={data}
            action={action}
            reason={reason}
            onDone={() => state.finish(action, dialog)}
            onUnanswered={() => state.leaveUnanswered(action, dialog)}
          />
        </Dialog>
      );
    }
  }
}

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Dialog({ title, onClose, children }: DialogProps) {
  return (
    <Modal title={title} onClose={onClose}>
      <div className={styles.dialog}>{children}</div>
    </Modal>
  );
}

interface PayDialogProps {
  readonly data: AddressData;
  readonly isBusy: boolean;
  readonly onPay: () => void;
  readonly onClose: () => void;
}

function PayDialog({ data, isBusy, onPay, onClose }: PayDialogProps) {
  return (
    <Dialog title="Pay out now?" onClose={onClose}>
      <p className={styles.words}>
        {data.balance_payable} {data.coin} will be sent to {destinationOf(data)} on{' '}
        {networkName(data.chains, data.network)}. This cannot be undone.
      </p>
      <div className={styles.buttons}>
        <Button kind="primary" disabled={isBusy} onClick={onPay}>
          Yes, continue
        </Button>
        <Button onClick={onClose}>No</Button>
      </div>
    </Dialog>
  );
}

interface SwitchDialogProps {
  readonly data: AddressData;
  /** The network's name. */
  readonly network: string;
  readonly onContinue: () => void;
  readonly onClose: () => void;
}

function SwitchDialog({ data, network, onContinue, onClose }: SwitchDialogProps) {
  return (
    <Dialog title={`Switch to ${network}?`} onClose={onClose}>
      <p className={styles.words}>
        After the switch, payments go to {destinationOf(data)} on {network}. Make sure that this address is
        yours on that network too: coins sent to a wrong address are lost. To confirm, sign with your wallet,
        or start a miner on a connection that mined on 3 of the last 7 days. The switch takes effect after a
        waiting time and can be cancelled until then.
      </p>
      <div className={styles.buttons}>
        <Button kind="primary" onClick={onContinue}>
          Continue
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}

/** As it stands within a sentence. */
function destinationOf({ address, memo }: AddressData): string {
  return memo === null ? address : `${address}, memo ${memo},`;
}
