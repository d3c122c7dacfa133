import type { PaymentItem } from '@openlode/contracts/http/account-payments';
import { useId, useState } from 'react';
import { exactTime } from '../../../../shared/format/relative-time.ts';
import { trimAddress } from '../../../../shared/format/trim-address.ts';
import { useFlash } from '../../../../shared/time/use-flash.ts';
import { site } from '../../../../shared/api/site.ts';
import { Amount } from '../../../../shared/ui/amount.tsx';
import { IconButton } from '../../../../shared/ui/button.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { RelativeTime } from '../../../../shared/ui/relative-time.tsx';
import { StateMark } from '../../../../shared/ui/state-mark.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { pastMoney } from '../../past-money.ts';
import { useFiat } from '../../../../shared/api/use-fiat.ts';
import styles from './payment-row.module.css';
import { type PaymentStep, paymentSteps } from './payment-steps.ts';
import { paymentWords, waitWords } from './payment-words.ts';

const flashMs = 1300;

interface PaymentRowProps {
  readonly payment: PaymentItem;
  /** Symbol. */
  readonly coin: string;
  /** The network's name, as the head of the page has it. */
  readonly network: string;
}

/** A payment; its way so far unfolds, and stands open while it is under way. */
export function PaymentRow({ payment, coin, network }: PaymentRowProps) {
  const isUnderWay = payment.status === 'pending' || payment.status === 'processing';
  const [choice, setChoice] = useState<boolean | null>(null);
  const open = choice ?? isUnderWay;
  const id = useId();
  const flashing = useFlash(`${payment.status} ${payment.tx ?? ''}`, flashMs);
  const { state, text, advice } = paymentWords(payment);
  const waits = waitWords(payment.waits_for, coin);

  return (
    <li className={styles.payment} data-flash={flashing} data-payment={payment.id}>
      <div className={styles.row}>
        <p className={styles.status}>
          <StateMark state={state}>
            <span title={advice === '' ? undefined : advice}>{text}</span>
          </StateMark>
        </p>
        <p className={styles.where}>
          {network}
          {payment.exchange !== null && <span> to {payment.exchange}</span>}
          {payment.paid_through_exchange && <span> through an exchange</span>}
        </p>
        <p className={styles.tx}>
          <Transaction payment={payment} /> {site().sandbox && <Tag>Simulated</Tag>}
        </p>
        <RelativeTime at={payment.timestamp} className={styles.time} />
        <span className={styles.amount}>
          <Amount amount={payment.amount} unit={coin} size={16} />
          <PaymentInMoney payment={payment} coin={coin} />
        </span>
        <IconButton
          label={open ? 'Hide payment progress' : 'Show payment progress'}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setChoice(!open)}
        >
          <Icon name={open ? 'up' : 'caret'} />
        </IconButton>
      </div>
      <div id={id} hidden={!open} className={styles.more}>
        {advice !== '' && <p className={styles.advice}>{advice}</p>}
        {waits !== '' && <p className={styles.advice}>{waits}</p>}
        <ol className={styles.steps} aria-label="Payment progress">
          {paymentSteps(payment).map((step) => (
            <Step key={step.name} step={step} payment={payment} />
          ))}
        </ol>
      </div>
    </li>
  );
}

/** By the rate of its time, which the ledger holds in dollars; without one by the rate of now. It says which. */
function PaymentInMoney({ payment, coin }: { readonly payment: PaymentItem; readonly coin: string }) {
  const { now, past } = useFiat(coin);
  if (payment.usd !== null)
    return (
      <small className={styles.money}>
        {pastMoney(Number(payment.usd), past, payment.fiat_per_usd).words}
      </small>
    );
  const text = now(payment.amount);
  return text === undefined ? null : <small className={styles.money}>{text} at the current rate</small>;
}

function Transaction({ payment: { tx, explorer_link: link } }: { readonly payment: PaymentItem }) {
  if (tx === null) return <span className={styles.none}>No transaction yet</span>;
  const short = <code title={tx}>{trimAddress(tx, 9)}</code>;
  if (link === null) return short;
  return (
    <a href={link} target="_blank" rel="noreferrer" aria-label={`Transaction ${tx} in the explorer`}>
      {short}
    </a>
  );
}

function Step({ step, payment }: { readonly step: PaymentStep; readonly payment: PaymentItem }) {
  return (
    <li data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
      <b>{stepTitle(step, payment)}</b>
      <span>{stepNote(step, payment)}</span>
    </li>
  );
}

function stepTitle({ name, state }: PaymentStep, payment: PaymentItem): string {
  switch (name) {
    case 'eligible':
      return 'Eligible';
    case 'queued':
      return 'Queued';
    case 'broadcast':
      return state === 'failed' ? 'Not sent' : 'Broadcast';
    case 'confirmations':
      return `${payment.confirmations} of ${payment.confirmations_needed} confirmations`;
    case 'done':
      return state === 'failed' ? 'Failed' : 'Done';
  }
}

function stepNote({ name, state, at }: PaymentStep, payment: PaymentItem): string {
  if (name === 'eligible') return payment.kind === 'auto' ? 'For the daily run' : 'Requested by the owner';
  if (state === 'failed') return payment.settled_at === null ? '' : exactTime(payment.settled_at);
  if (at !== null) return exactTime(at);
  return state === 'now' ? 'Waiting for it' : '';
}
