import { groupAmount } from '../../../shared/format/split-amount.ts';
import type { AddressData } from '@openlode/contracts/http/address';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { ApiError, failureText, isUnanswered } from '../../../shared/api/api-error.ts';
import { exactTime } from '../../../shared/format/relative-time.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Modal } from '../../../shared/ui/modal.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { networkName } from '../network-name.ts';
import { payoutsEnded } from '../payouts-ended.ts';
import { NetworkChooser } from './network-chooser.tsx';
import styles from './owner-actions.module.css';
import { carryOut, type OwnerAction } from './owner-api.ts';
import { payNowState } from './pay-now-state.ts';
import { ProofGuide } from './proof-guide.tsx';
import { UnansweredAction } from './unanswered-action.tsx';
import { useSwitchedNetwork } from './use-switched-network.ts';

type Dialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'pay' }
  | { readonly kind: 'networks' }
  | { readonly kind: 'switch'; readonly network: string }
  | { readonly kind: 'proof'; readonly action: OwnerAction; readonly reason?: string };

const doneTexts: Readonly<Record<OwnerAction['kind'], string>> = {
  pay: 'Your payment have been initiated!',
  auto_pay: 'Your settings have been updated!',
  switch: 'The network switch is scheduled.',
  cancel_switch: 'The switch is cancelled.',
};
/** Switches are carried out every ten seconds. */
const switchSlackMs = 12_000;
const none: Dialog = { kind: 'none' };

/** Pay now, auto-pay and the network of an address: what only its owner may do, and how to show that one is. */
export function OwnerActions({ data }: { readonly data: AddressData }) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<Dialog>(none);
  const [busy, setBusy] = useState(false);
  const [unanswered, setUnanswered] = useState<OwnerAction | null>(null);
  const reasonId = useId();
  const nameOf = (network: string): string => networkName(data.chains, network);
  const network = nameOf(data.network);
  const destination = data.memo === null ? data.address : `${data.address}, memo ${data.memo},`;
  const payNow = payNowState(data, network);
  const ended = payoutsEnded(data);
  const pending = data.pending_network ?? null;
  const pendingAt = pending?.at;
  useSwitchedNetwork(data);

  const reload = () => {
    void client.invalidateQueries({ queryKey: ['address'] });
    void client.invalidateQueries({ queryKey: ['account', data.uuid] });
  };
  useEffect(() => {
    if (pendingAt === undefined) return;
    const wait = Math.max(0, pendingAt - Date.now()) + switchSlackMs;
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: ['address'] }), wait);
    return () => clearTimeout(timer);
  }, [pendingAt, client]);

  function finish(action: OwnerAction) {
    showToast('success', doneTexts[action.kind]);
    setDialog(none);
    reload();
  }

  function leaveUnanswered(action: OwnerAction) {
    setUnanswered(action);
    setDialog(none);
    reload();
  }

  async function attempt(action: OwnerAction) {
    setBusy(true);
    setUnanswered(null);
    try {
      await carryOut(data.uuid, action);
      finish(action);
    } catch (error) {
      if (error instanceof ApiError && error.status === 403)
        setDialog({ kind: 'proof', action, reason: error.message });
      else if (isUnanswered(error)) leaveUnanswered(action);
      else {
        showToast('error', failureText(error));
        setDialog(none);
        reload();
      }
    } finally {
      setBusy(false);
    }
  }

  const close = () => setDialog(none);
  return (
    <section className={styles.actions} aria-label="Payment settings">
      <div className={styles.controls}>
        <button
          type="button"
          role="switch"
          aria-checked={data.auto}
          aria-describedby={`${reasonId}-auto`}
          className={styles.toggle}
          disabled={busy || ended}
          onClick={() => void attempt({ kind: 'auto_pay', setting: !data.auto })}
        >
          Auto-pay
          <i aria-hidden="true" />
        </button>
        {payNow.kind !== 'hidden' && (
          <Button
            kind="primary"
            disabled={payNow.kind === 'disabled' || busy}
            aria-describedby={reasonId}
            onClick={() => setDialog({ kind: 'pay' })}
          >
            Pay out now
          </Button>
        )}
        {data.chains.length > 1 && !ended && (
          <Button disabled={pending !== null || busy} onClick={() => setDialog({ kind: 'networks' })}>
            <span>
              <span className={styles.verb}>Switch </span>network
            </span>
          </Button>
        )}
      </div>
      <p id={`${reasonId}-auto`} className={styles.terms}>
        {ended
          ? 'Auto-pay has ended for this coin.'
          : `Auto-pay is ${data.auto ? 'on: you are paid' : 'off. Turn it on to be paid'} daily at 13:00 UTC once you hold ${data.payment_threshold} ${data.coin} and earned something the day before.`}
      </p>
      <p>
        {payNow.kind !== 'hidden' && (
          <span id={reasonId}>
            {payNow.kind === 'disabled'
              ? `${payNow.reason}${payNow.reason.endsWith('.') ? '' : '.'}`
              : `You can withdraw ${groupAmount(data.balance_payable)} ${data.coin} now, once per UTC day.`}
          </span>
        )}
        {!ended && ` Paid on ${network}.`}
      </p>
      {unanswered !== null && <UnansweredAction action={unanswered} onClose={() => setUnanswered(null)} />}
      {pending !== null && (
        <Notice
          tone="warning"
          title={`Payouts switch to ${nameOf(pending.network)} on ${exactTime(pending.at)}.`}
          action={
            <Button disabled={busy} onClick={() => void attempt({ kind: 'cancel_switch' })}>
              Cancel the switch
            </Button>
          }
        >
          <p>
            Not you? Cancel the switch. The owner of this address from before the request can cancel it, even
            after a break.
          </p>
        </Notice>
      )}

      {dialog.kind === 'pay' && (
        <Modal title="Pay out now?" onClose={close}>
          <div className={styles.dialog}>
            <p className={styles.words}>
              {data.balance_payable} {data.coin} will be sent to {destination} on {network}. This cannot be
              undone.
            </p>
            <div className={styles.buttons}>
              <Button kind="primary" disabled={busy} onClick={() => void attempt({ kind: 'pay' })}>
                Yes, continue
              </Button>
              <Button onClick={close}>No</Button>
            </div>
          </div>
        </Modal>
      )}
      {dialog.kind === 'networks' && (
        <Modal title="Switch network" onClose={close}>
          <div className={styles.dialog}>
            <NetworkChooser
              data={data}
              onChoose={(chosen) => setDialog({ kind: 'switch', network: chosen })}
            />
          </div>
        </Modal>
      )}
      {dialog.kind === 'switch' && (
        <Modal title={`Switch to ${nameOf(dialog.network)}?`} onClose={close}>
          <div className={styles.dialog}>
            <p className={styles.words}>
              After the switch, payments go to {destination} on {nameOf(dialog.network)}. Make sure that this
              address is yours on that network too: coins sent to a wrong address are lost. To confirm, sign
              with your wallet, or start a miner on a connection that mined on 3 of the last 7 days. The
              switch takes effect after a waiting time and can be cancelled until then.
            </p>
            <div className={styles.buttons}>
              <Button
                kind="primary"
                onClick={() =>
                  setDialog({ kind: 'proof', action: { kind: 'switch', network: dialog.network } })
                }
              >
                Continue
              </Button>
              <Button onClick={close}>Cancel</Button>
            </div>
          </div>
        </Modal>
      )}
      {dialog.kind === 'proof' && (
        <Modal title="Confirm that this address is yours" onClose={close}>
          <div className={styles.dialog}>
            <ProofGuide
              data={data}
              action={dialog.action}
              reason={dialog.reason}
              onDone={() => finish(dialog.action)}
              onUnanswered={() => leaveUnanswered(dialog.action)}
            />
          </div>
        </Modal>
      )}
    </section>
  );
}
