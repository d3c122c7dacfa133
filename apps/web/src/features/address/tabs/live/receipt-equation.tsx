import type { ReceiptLine } from '@openlode/contracts/receipt';
import type { ReactNode } from 'react';
import { useDigits } from './receipt-digits.ts';
import { formatWork } from './receipt-figures.ts';
import styles from './receipt-equation.module.css';

interface ReceiptEquationProps {
  readonly line: Extract<ReceiptLine, { readonly pending_conversion: false }>;
  /** Symbol of the payout coin. */
  readonly coin: string;
}

/** How a reward came about, on one line: the part of the work, times reward and rate, less what was charged. */
export function ReceiptEquation({ line, coin }: ReceiptEquationProps) {
  const digits = useDigits();
  const isReferred = /[1-9]/.test(line.referral);
  // The percentage is that of both together.
  const charged = isReferred
    ? [
        { amount: line.fee, what: 'fee' },
        { amount: line.referral, what: `referral, together ${line.fee_percent}%` },
      ]
    : [{ amount: line.fee, what: `fee ${line.fee_percent}%` }];
  return (
    <div
      role="math"
      aria-label="Your work divided by the round’s work, times the reward, times the rate, less what is charged, is what was credited"
      className={styles.equation}
    >
      <Term what="your work, of the round’s">
        <span className={styles.fraction}>
          <b>{formatWork(line.own_work)}</b>
          <b>{formatWork(line.round_work)}</b>
        </span>
      </Term>
      <Term sign="×" what="reward">
        <b>
          {digits(line.reward.amount)} {line.reward.coin}
        </b>
      </Term>
      {line.reward.coin !== coin && (
        <Term sign="×" what={`${coin} for one ${line.reward.coin}`}>
          <b title={line.rate}>{digits(line.rate)}</b>
        </Term>
      )}
      {charged.map(({ amount, what }) => (
        <Term key={what} sign="−" what={what}>
          <b title={amount}>{digits(amount)}</b>
        </Term>
      ))}
      <Term sign="=" what={`${coin} credited`}>
        <b title={line.credited}>{digits(line.credited)}</b>
      </Term>
    </div>
  );
}

interface TermProps {
  /** What comes before it, on the same line. */
  readonly sign?: '×' | '−' | '=';
  readonly what: string;
  readonly children: ReactNode;
}

function Term({ sign, what, children }: TermProps) {
  return (
    <div className={styles.term} data-sign={sign}>
      {sign !== undefined && <span className={styles.sign}>{sign}</span>}
      <div>
        {children}
        <em>{what}</em>
      </div>
    </div>
  );
}
