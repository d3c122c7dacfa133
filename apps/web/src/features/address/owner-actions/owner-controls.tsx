import type { AddressData } from '@openlode/contracts/http/address';
import { useId } from 'react';
import { groupAmount } from '../../../shared/format/split-amount.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { networkName } from '../network-name.ts';
import { payoutsEnded } from '../payouts-ended.ts';
import styles from './owner-actions.module.css';
import { type PayNowState, payNowState } from './pay-now-state.ts';

interface OwnerControlsProps {
  readonly data: AddressData;
  readonly isBusy: boolean;
  readonly onAutoPay: (setting: boolean) => void;
  readonly onPay: () => void;
  readonly onNetworks: () => void;
}

/** The buttons, and what each of them would do or why it cannot. */
export function OwnerControls({ data, isBusy, onAutoPay, onPay, onNetworks }: OwnerControlsProps) {
  const reasonId = useId();
  const termsId = `${reasonId}-auto`;
  const network = networkName(data.chains, data.network);
  const payNow = payNowState(data, network);
  const ended = payoutsEnded(data);
  const isSwitching = (data.pending_network ?? null) !== null;
  return (
    <>
      <div className={styles.controls}>
        <button
          type="button"
          role="switch"
          aria-checked={data.auto}
          aria-describedby={termsId}
          className={styles.toggle}
          disabled={ended}
          // A disabled button would lose the focus to the top of the page.
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) onAutoPay(!data.auto);
          }}
        >
          Auto-pay
          <i aria-hidden="true" />
        </button>
        {payNow.kind !== 'hidden' && (
          <Button
            kind="primary"
            disabled={payNow.kind === 'disabled' || isBusy}
            aria-describedby={reasonId}
            onClick={onPay}
          >
            Pay out now
          </Button>
        )}
        {data.chains.length > 1 && !ended && (
          <Button disabled={isSwitching || isBusy} onClick={onNetworks}>
            <span>
              <span className={styles.verb}>Switch </span>network
            </span>
          </Button>
        )}
      </div>
      <p id={termsId} className={styles.terms}>
        {autoPayWords(data)}
      </p>
      <p>
        {payNow.kind !== 'hidden' && <span id={reasonId}>{payNowWords(payNow, data)}</span>}
        {!ended &&
          data.paid_here &&
          ` Paid on ${network}${data.paid_through_exchange ? ', through an exchange' : ''}.`}
      </p>
    </>
  );
}

function autoPayWords(data: AddressData): string {
  if (payoutsEnded(data)) return 'Auto-pay has ended for this coin.';
  if (!data.paid_here) return `Auto-pay is ${data.auto ? 'on' : 'off'}: nothing is paid here meanwhile.`;
  return `Auto-pay is ${data.auto ? 'on: you are paid' : 'off. Turn it on to be paid'} daily at 13:00 UTC once you hold ${data.payment_threshold} ${data.coin} and earned something the day before.`;
}

function payNowWords(state: Exclude<PayNowState, { kind: 'hidden' }>, data: AddressData): string {
  if (state.kind === 'disabled') return `${state.reason}${state.reason.endsWith('.') ? '' : '.'}`;
  return `You can withdraw ${groupAmount(data.balance_payable)} ${data.coin} now, once per UTC day.`;
}
