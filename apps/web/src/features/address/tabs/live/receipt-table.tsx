import { rateGrounds } from './rate-grounds.ts';
import type { Receipt, ReceiptLine } from '@openlode/contracts/receipt';
import { exactTime } from '../../../../shared/format/relative-time.ts';
import { groupThousands } from '../../../../shared/format/split-amount.ts';
import { isNothing } from '@openlode/money/decimal-text';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { pastMoney } from '../../past-money.ts';
import { useFiat } from '../../../../shared/api/use-fiat.ts';
import { isSimulated, useDigits } from './receipt-digits.ts';
import { formatWork, percentOf } from './receipt-figures.ts';
import { ReceiptEquation } from './receipt-equation.tsx';
import { Row } from './receipt-row.tsx';
import { SoldRows } from './sold-rows.tsx';
import styles from './receipt-table.module.css';

interface ReceiptTableProps {
  readonly receipt: Receipt;
  /** Symbol of the payout coin. */
  readonly coin: string;
  /** What the whole event credited. */
  readonly credited: string;
  /** When that was, and which span of work it was for, in ms. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The arithmetic behind a reward: step, evidence, result. Each coin of merged mining has an equation and a table of its own. */
export function ReceiptTable({ receipt, coin, credited, at, from, to }: ReceiptTableProps) {
  const digits = useDigits();
  const isMerged = receipt.lines.length > 1;
  const span = `${exactTime(from)} to ${exactTime(to)}`;
  const total = (
    <Row step="Credited" result={digits(credited)} exact={credited} unit={coin} total>
      to your balance at {exactTime(at)}
    </Row>
  );
  return (
    <>
      {receipt.lines.map((line, index) => (
        // Lines of a receipt never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={index} aria-label={isMerged ? `Reward in ${line.reward.coin}` : undefined}>
          {isMerged && <h3 className={styles.part}>{line.reward.coin}</h3>}
          {!line.pending_conversion && <ReceiptEquation line={line} coin={coin} />}
          <table className={styles.ledger}>
            <caption className="visually-hidden">
              {isMerged ? `${line.reward.coin}, step by step` : 'Receipt, step by step'}
            </caption>
            <tbody>
              <LineRows line={line} coin={coin} span={span} perUsdThen={receipt.fiat_per_usd} />
              {!isMerged && total}
            </tbody>
          </table>
        </section>
      ))}
      {isMerged && (
        <table className={styles.ledger}>
          <caption className="visually-hidden">All coins together</caption>
          <tbody>{total}</tbody>
        </table>
      )}
    </>
  );
}

interface LineRowsProps {
  readonly line: ReceiptLine;
  readonly coin: string;
  readonly span: string;
  /** What a dollar cost when the reward was credited. */
  readonly perUsdThen: Receipt['fiat_per_usd'];
}

function LineRows({ line, coin, span, perUsdThen }: LineRowsProps) {
  const digits = useDigits();
  const mined = line.reward.coin;
  return (
    <>
      <Row step="Your work" result={percentOf(line.own_work, line.round_work)} unit="%">
        {formatWork(line.own_work)} of the round’s {formatWork(line.round_work)}, {span}
      </Row>
      <Row step="Reward" result={digits(line.reward.amount)} exact={line.reward.amount} unit={mined}>
        {line.block === null ? (
          <RelayedReward line={line} />
        ) : (
          <>
            {mined} block {groupThousands(String(line.block.height))}, for the whole round{' '}
            {isSimulated(line) && <Tag>Simulated</Tag>}
          </>
        )}
      </Row>
      <Row step="Your part" result={digits(line.share)} exact={line.share} unit={mined}>
        your work’s part of the reward
      </Row>
      <ConversionRows line={line} coin={coin} perUsdThen={perUsdThen} />
    </>
  );
}

function RelayedReward({ line: { relayed, reward } }: { readonly line: ReceiptLine }) {
  const digits = useDigits();
  if (relayed === undefined) return `${reward.coin} of relayed work, for the whole round`;
  const { through, fee_percent: fee, blocks, per_block: perBlock } = relayed;
  return (
    <>
      {reward.coin} paid by {through}, which kept {fee}% before, for work that finds {digits(blocks)} blocks
      on average
      {perBlock !== null && `: ${digits(perBlock)} ${reward.coin} a block`}. Parts follow what work was worth
      when it was done
    </>
  );
}

const waitWords = {
  no_price: 'No fresh rate that sources agree on',
  over_cap: 'The amount is large, so the operator checks it first',
  over_exposure: 'The pool has much left to trade, so it is credited once some of that is traded',
  to_be_sold: 'The market of this coin is thin, so it is sold first and credited at what it brings',
  over_hour_cap: 'Much was converted within an hour, so the operator checks it first',
} as const;

type Converted = Extract<ReceiptLine, { pending_conversion: false }>;

function keptWords({ conversion_spread_percent: kept }: Converted): string {
  return kept === undefined ? '' : `, less ${kept}% that the pool keeps for converting that`;
}

/** What is between the rate and the middle of the market, and how much of it the pool publishes for the coins. */
function spreadWords({ rate_spread_percent: percent, conversion_spread_percent: kept }: Converted): string {
  const whole =
    percent === undefined ? '' : `: ${percent}% below the middle of what they said, for the spread`;
  return kept === undefined ? whole : `${whole}; the pool’s spread for these coins, ${kept}%, is in it`;
}

function ConversionRows({ line, coin, perUsdThen }: Omit<LineRowsProps, 'span'>) {
  const digits = useDigits();
  if (line.pending_conversion) {
    return line.pending_reason === null ? (
      <Row step="Rate" result="credited later">
        It waited in {line.reward.coin} and has been converted since, in a separate event.
      </Row>
    ) : (
      <Row step="Rate" result="waiting">
        {waitWords[line.pending_reason]}: the reward waits in {line.reward.coin} and is credited later.
      </Row>
    );
  }
  const amount = (text: string) => ({ result: digits(text), exact: text, unit: coin });
  return (
    <>
      <Row step="Rate" {...amount(line.gross)}>
        {line.reward.coin === coin
          ? `${coin} is paid as it was mined, without a conversion`
          : line.sold !== undefined
            ? `${digits(line.rate)} ${coin} for one ${line.reward.coin}, by what its sales brought${keptWords(line)}`
            : `${digits(line.rate)} ${coin} for one ${line.reward.coin}, ${rateGrounds(line, coin)}${spreadWords(line)}`}
      </Row>
      {line.sold !== undefined && <SoldRows sold={line.sold} mined={line.reward.coin} />}
      {!isNothing(line.usd) && <WorthRow line={line} coin={coin} perUsdThen={perUsdThen} />}
      <Row step="Fee" {...amount(line.fee)} sign="−">
        {line.fee_percent}% of the reward{isNothing(line.referral) ? '' : ', with the referral share'}
      </Row>
      {!isNothing(line.referral) && (
        <Row step="Referral" {...amount(line.referral)} sign="−">
          to the owner of the referral code
        </Row>
      )}
    </>
  );
}

/** In the chosen currency at the rates of that time; where those were not stored, by the rate of now, and it says so. */
interface WorthRowProps extends Pick<LineRowsProps, 'coin' | 'perUsdThen'> {
  readonly line: Converted;
}

function WorthRow({ line: { usd, conversion_spread_percent: kept }, coin, perUsdThen }: WorthRowProps) {
  const { past } = useFiat(coin);
  const part = `your part before ${kept === undefined ? '' : 'the pool’s spread and '}the fee`;
  const money = pastMoney(Number(usd), past, perUsdThen);
  return (
    <Row step="Worth" result={money.chosen ?? money.usd}>
      {money.isByNow
        ? `${part}: ${money.usd} at the rate of that time, at the current ${past.currency} rate`
        : `${part}, at the rate of that time`}
    </Row>
  );
}
