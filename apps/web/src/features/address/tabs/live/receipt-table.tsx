import type { Receipt, ReceiptLine } from '@openlode/contracts/receipt';
import { Fragment } from 'react';
import { exactTime } from '../../../../shared/format/relative-time.ts';
import { groupThousands } from '../../../../shared/format/split-amount.ts';
import { isNothing } from '../../../../shared/format/shown-amount.ts';
import { formatWork, percentOf } from './receipt-figures.ts';
import { ReceiptEquation } from './receipt-equation.tsx';
import styles from './receipt-table.module.css';

interface ReceiptTableProps {
  readonly receipt: Receipt;
  /** Symbol of the payout coin. */
  readonly coin: string;
  /** What the whole event credited. */
  readonly credited: string;
}

/** The arithmetic behind a reward: step, evidence, result, to the last unit. */
export function ReceiptTable({ receipt, coin, credited }: ReceiptTableProps) {
  const [only, another] = receipt.lines;
  return (
    <>
      {only !== undefined && another === undefined && !only.pending_conversion && (
        <ReceiptEquation line={only} coin={coin} />
      )}
      <table className={styles.ledger}>
        <caption className="visually-hidden">Receipt, step by step</caption>
        <tbody>
          {receipt.lines.map((line, index) => (
            // Lines of a receipt never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={index}>
              <Row step="Your work" result={`${percentOf(line.own_work, line.round_work)}%`}>
                {formatWork(line.own_work)} of the round’s {formatWork(line.round_work)}
              </Row>
              <Row step="Reward" result={`${line.reward.amount} ${line.reward.coin}`}>
                {line.block === null
                  ? `${line.reward.coin} of relayed work, for the whole round`
                  : `${line.reward.coin} block ${groupThousands(String(line.block.height))}, for the whole round`}
              </Row>
              <Row step="Your part" result={`${line.share} ${line.reward.coin}`}>
                your work’s part of the reward
              </Row>
              <ConversionRows line={line} coin={coin} />
            </Fragment>
          ))}
          <Row step="Credited" result={`${credited} ${coin}`} total>
            to your balance
          </Row>
        </tbody>
      </table>
    </>
  );
}

function ConversionRows({ line, coin }: { readonly line: ReceiptLine; readonly coin: string }) {
  if (line.pending_conversion) {
    return line.pending_reason === null ? (
      <Row step="Rate" result="credited later">
        It waited in {line.reward.coin} and has been converted since, in a separate event.
      </Row>
    ) : (
      <Row step="Rate" result="waiting">
        {line.pending_reason === 'no_price'
          ? 'No fresh rate that sources agree on'
          : 'The amount is large, so the operator checks it first'}
        : the reward waits in {line.reward.coin} and is credited later.
      </Row>
    );
  }
  return (
    <>
      <Row step="Rate" result={`${line.gross} ${coin}`}>
        {line.rate} {coin} for one {line.reward.coin}, {line.rate_source}, {exactTime(line.rate_at)}
      </Row>
      <Row step="Fee" result={`−${line.fee} ${coin}`}>
        {line.fee_percent}% of the reward{isNothing(line.referral) ? '' : ', with the referral share'}
      </Row>
      {!isNothing(line.referral) && (
        <Row step="Referral" result={`−${line.referral} ${coin}`}>
          to the owner of the referral code
        </Row>
      )}
    </>
  );
}

interface RowProps {
  readonly step: string;
  readonly result: string;
  readonly total?: boolean;
  readonly children: React.ReactNode;
}

function Row({ step, result, total = false, children }: RowProps) {
  return (
    <tr className={total ? styles.total : undefined}>
      <th scope="row">{step}</th>
      <td>{children}</td>
      <td>{result}</td>
    </tr>
  );
}
