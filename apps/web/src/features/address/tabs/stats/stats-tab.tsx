import type { AccountStats } from '@openlode/contracts/http/account-stats';
import type { AddressData } from '@openlode/contracts/http/address';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { exactTime } from '../../../../shared/format/relative-time.ts';
import { Amount } from '../../../../shared/ui/amount.tsx';
import { RelativeTime } from '../../../../shared/ui/relative-time.tsx';
import { statsQuery } from '../../address-api.ts';
import { FailureNotice } from '../../failure-notice.tsx';
import { networkName } from '../../network-name.ts';
import { SimulatedNote } from '../../simulated-note.tsx';
import { useFiat } from '../../../../shared/api/use-fiat.ts';
import { cutAmount } from '@openlode/money/decimal-text';
import { RowsSkeleton } from '../live/rows-skeleton.tsx';
import styles from './stats-tab.module.css';

interface StatsTabProps {
  readonly uuid: string;
  /** Symbol of the payout coin. */
  readonly coin: string;
  /** The networks of the coin, for their names. */
  readonly chains: AddressData['chains'];
  /** Decimals of the coin on its network; what is beyond them is shown on hover. */
  readonly precision: number;
  /** The demo fleet mines to it, or has. */
  readonly simulated: boolean;
}

/** Balances, what came in and what went out, and the terms under which it did. */
export function StatsTab({ uuid, coin, chains, precision, simulated }: StatsTabProps) {
  const { data, error, refetch } = useQuery(statsQuery(uuid));
  return (
    <div className={styles.tab}>
      {error !== null && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {simulated && (
        <SimulatedNote>
          The demo fleet of this sandbox has mined to this address: what it earned and was paid is simulated.
        </SimulatedNote>
      )}
      {data === undefined ? (
        error === null && <RowsSkeleton label="Loading stats" />
      ) : (
        <StatsTable stats={data} coin={data.coin ?? coin} chains={chains} precision={precision} />
      )}
    </div>
  );
}

interface StatsTableProps extends Pick<StatsTabProps, 'coin' | 'chains' | 'precision'> {
  readonly stats: AccountStats;
}

function StatsTable({ stats, coin, chains, precision }: StatsTableProps) {
  const { now } = useFiat(coin);
  const amount = (value: string) => {
    const money = now(value);
    return (
      <>
        <Amount amount={cutAmount(value, precision)} exact={value} unit={coin} size={16} />
        {money !== undefined && <small className={styles.money}>{money} at the current rate</small>}
      </>
    );
  };
  const { rewarded, rewarded_timestamp: spans } = stats;
  return (
    <div className={styles.panel}>
      <table className={styles.table} aria-label="Stats">
        <tbody>
          <Row name="Mining balance" value={amount(stats.balance_mining)}>
            earned by your own work
          </Row>
          <Row name="Referral balance" value={amount(stats.balance_referral)}>
            earned by workers with your code
          </Row>
          <Row name="Total balance" value={amount(stats.balance)}>
            not paid out yet
          </Row>
          <Row name="Rewards, past 24 hours" value={amount(rewarded.past_24h)}>
            {spanWords(spans.past_24h)}, updated hourly
          </Row>
          <Row name="Rewards, past 7 days" value={amount(rewarded.past_7d)}>
            {spanWords(spans.past_7d)}, updated hourly
          </Row>
          <Row name="Rewards, past 30 days" value={amount(rewarded.past_30d)}>
            {spanWords(spans.past_30d)}, updated hourly
          </Row>
          <Row name="Total paid" value={amount(stats.paid)}>
            all payouts so far
          </Row>
          <Row
            name="Last payment"
            value={stats.last_payment === null ? 'None yet' : <RelativeTime at={stats.last_payment} />}
          >
            {stats.last_payment === null ? '' : exactTime(stats.last_payment)}
          </Row>
          <Row
            name="Payment threshold"
            value={stats.payment_threshold === null ? 'Not known yet' : amount(stats.payment_threshold)}
          >
            {stats.network === null ? '' : `minimum payout on ${networkName(chains, stats.network)}`}
          </Row>
          <Row name="Current mining fee" value={`${stats.mining_fee}%`}>
            of each reward; 0.75% while a worker uses an ordinary referral code, or the rate of the custom
            code’s tier
          </Row>
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly children: ReactNode;
}

function Row({ name, value, children }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={styles.note}>{children}</td>
      <td className={styles.value}>{value}</td>
    </tr>
  );
}

function spanWords([start, end]: readonly [number, number]): string {
  return `${exactTime(start)} to ${exactTime(end)}`;
}
