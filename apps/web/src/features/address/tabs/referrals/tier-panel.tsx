import { useQuery } from '@tanstack/react-query';
import { LineChart } from '../../chart/line-chart.tsx';
import { referralReportsQuery, tiersQuery } from '../../address-api.ts';
import { FailureNotice } from '../../failure-notice.tsx';
import styles from './referrals-tab.module.css';
import { TierMark } from './tier-mark.tsx';

const dayMs = 86_400_000;

interface TierPanelProps {
  readonly uuid: string;
  /** Of the tier. */
  readonly code: number;
}

/** What a custom code earns, and how many mined with it day by day. */
export function TierPanel({ uuid, code }: TierPanelProps) {
  const tiers = useQuery(tiersQuery());
  const report = useQuery(referralReportsQuery(uuid));
  const failure = tiers.error ?? report.error;
  const tier = tiers.data?.tiers.find((other) => other.code === code);
  const chart = report.data?.chart;
  const points = (chart?.timestamps ?? []).map((at, index) => ({
    at,
    value: Number(chart?.data[index] ?? 0),
  }));
  const [first, last] = [points[0], points.at(-1)];
  return (
    <section className={styles.tier} aria-label="Your tier">
      {failure !== null && (
        <FailureNotice
          error={failure}
          onRetry={() => {
            if (tiers.error !== null) void tiers.refetch();
            if (report.error !== null) void report.refetch();
          }}
        />
      )}
      {tier !== undefined && (
        <div className={styles.tierName}>
          <TierMark tier={tier.code} />
          <div>
            <h2>{tier.name}</h2>
            <p>
              You earn {tier.owner_percentage}% of what is mined with your code; its miners keep{' '}
              {tier.miner_percentage}% more.
            </p>
          </div>
        </div>
      )}
      {first !== undefined && last !== undefined && (
        <LineChart
          title="Active Miners"
          points={points}
          start={Math.min(first.at, last.at - dayMs)}
          end={last.at}
          step={dayMs}
          print={(value) => String(Math.round(value))}
          printTime={(at) => day.format(at)}
        />
      )}
    </section>
  );
}

const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
