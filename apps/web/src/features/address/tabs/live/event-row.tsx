import type { AccountEvent, RewardEvent } from '@openlode/contracts/http/account-events';
import { memo, useId, useState } from 'react';
import { exactTime, timeSpan } from '../../../../shared/format/relative-time.ts';
import { Amount } from '../../../../shared/ui/amount.tsx';
import { IconButton } from '../../../../shared/ui/button.tsx';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { LateIcon } from '../../../../shared/ui/late-icon.tsx';
import { RelativeTime } from '../../../../shared/ui/relative-time.tsx';
import { type State, StateMark } from '../../../../shared/ui/state-mark.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { type EventNames, eventWords, waitOf } from '../../event-words.ts';
import type { PastRate } from '../../../../shared/api/use-fiat.ts';
import { pastMoney, rewardUsd } from '../../past-money.ts';
import { shownAmount } from '@openlode/money/decimal-text';
import styles from './event-row.module.css';
import { RewardReceipt } from './reward-receipt.tsx';

interface EventRowProps {
  readonly uuid: string;
  readonly event: AccountEvent;
  /** Symbol of the payout coin. */
  readonly coin: string;
  readonly names: EventNames;
  /** The visitor's currency and its rate: plain values, so that a row renders again only when one of them changes. */
  readonly currency: string;
  readonly perUsd: string | undefined;
  /** It is of simulated work or money. */
  readonly simulated: boolean;
  /** It arrived while the page was open. */
  readonly isNew: boolean;
}

/** Renders again only when its event changes: a list of a week has thousands, and a new one comes every second. */
export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { uuid, event, coin, names, currency, perUsd, simulated, isNew } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const { icon, strong, rest } = eventWords(event, names);
  const reward = event.event === 'reward' ? event.data : undefined;

  return (
    <li className={classNames(styles.event, open && styles.open, isNew && styles.arrived)}>
      <div className={styles.row}>
        <RelativeTime at={event.timestamp} className={styles.time} />
        <LateIcon name={icon} className={event.event === 'reward' ? styles.reward : styles.icon} />
        <p className={styles.words}>
          <b>{strong}</b> <span>{rest}</span>{' '}
          {event.event === 'reward' && (
            <small title={`${exactTime(event.data.time_start)} to ${exactTime(event.data.time_end)}`}>
              for work of {timeSpan(event.data.time_start, event.data.time_end)}
            </small>
          )}{' '}
          {simulated && <Tag>Simulated</Tag>}
        </p>
        <span className={styles.result}>
          <EventResult event={event} coin={coin} rate={{ currency, perUsd }} />
        </span>
        <span className={styles.more}>
          {reward !== undefined && (
            <IconButton
              label={open ? 'Hide the receipt' : 'Show the receipt'}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              <Icon name={open ? 'up' : 'caret'} />
            </IconButton>
          )}
        </span>
      </div>
      {event.event === 'reward' && (
        <div id={id} className={styles.receipt} hidden={!open}>
          {open && <RewardReceipt uuid={uuid} event={event} coin={coin} />}
        </div>
      )}
    </li>
  );
});

interface EventResultProps {
  readonly event: AccountEvent;
  readonly coin: string;
  readonly rate: PastRate;
}

function EventResult({ event, coin, rate }: EventResultProps) {
  switch (event.event) {
    case 'reward': {
      const wait = waitOf(event);
      if (wait === 'now') return <StateMark state="waiting">Waiting</StateMark>;
      if (wait === 'over') return <StateMark state="good">Credited later</StateMark>;
      return (
        <span>
          <Amount
            amount={shownAmount(event.data.amount, event.data.amount_extended)}
            exact={event.data.amount_extended}
            unit={coin}
            size={16}
            sign="+"
          />
          <RewardInMoney event={event} rate={rate} />
        </span>
      );
    }
    case 'worker':
      return event.data.online ? (
        <StateMark state="good">Online</StateMark>
      ) : (
        <StateMark state="idle">Offline</StateMark>
      );
    case 'payout': {
      const { state, word } = payoutStates[event.data.code];
      return (
        <>
          <Amount
            amount={shownAmount(event.data.amount, event.data.amount_extended)}
            exact={event.data.amount_extended}
            unit={coin}
            size={14}
          />
          <StateMark state={state}>{word}</StateMark>
        </>
      );
    }
    case 'account':
      return null;
  }
}

/** What was credited, in money of its time. */
function RewardInMoney({ event, rate }: { readonly event: RewardEvent; readonly rate: PastRate }) {
  const usd = rewardUsd(event);
  if (usd === null) return null;
  const money = pastMoney(usd, rate, event.data.receipt?.fiat_per_usd);
  return (
    <small className={styles.money} title={money.words}>
      {money.isByNow ? money.words : `${money.chosen ?? money.usd} then`}
    </small>
  );
}

const payoutStates: Readonly<
  Record<'success' | 'processing' | 'pending' | 'error', { readonly state: State; readonly word: string }>
> = {
  success: { state: 'good', word: 'Paid' },
  processing: { state: 'waiting', word: 'Processing' },
  pending: { state: 'waiting', word: 'Initiated' },
  error: { state: 'error', word: 'Failed' },
};
