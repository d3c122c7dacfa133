import type { AccountSummary } from '@openlode/contracts/http/account-summary';
import type { AddressData } from '@openlode/contracts/http/address';
import { type ReactNode, useId } from 'react';
import { Tag } from '../../shared/ui/tag.tsx';
import styles from './address-strip.module.css';
import { BalanceCell } from './balance-cell.tsx';
import { Forecast } from './forecast.tsx';
import { HashrateCell } from './hashrate-cell.tsx';
import type { RecentCharts } from './recent-charts.ts';
import { LastUpdateCell } from './last-update-cell.tsx';
import { WorkersCell } from './workers-cell.tsx';

interface AddressStripProps {
  readonly data: AddressData;
  /** Null while it is fetched. */
  readonly summary: AccountSummary | null;
  readonly charts: RecentCharts | null;
}

/** The answers in the first screenful: balance against the threshold, hashrate now, workers online, last update. */
export function AddressStrip({ data, summary, charts }: AddressStripProps) {
  return (
    <div className={styles.strip}>
      {/* What the demo fleet has mined is over: its balance is left, and who mines at present is real. */}
      <Cell title="Balance" simulated={data.simulated === true}>
        <BalanceCell data={data} />
      </Cell>
      <Cell title="Hashrate now">
        <HashrateCell summary={summary} charts={charts} simulated={data.simulated === true} />
        <Forecast data={data} />
      </Cell>
      <Cell title="Workers online">
        <WorkersCell
          online={summary?.raw.worker_count ?? null}
          workers={charts?.data ?? null}
          algorithms={summary?.raw.algorithm_count ?? 0}
          last={summary?.timestamp ?? null}
        />
      </Cell>
      <Cell title="Last update">
        <LastUpdateCell at={summary?.timestamp} />
      </Cell>
    </div>
  );
}

interface CellProps {
  readonly title: string;
  /** It is of the demo fleet. */
  readonly simulated?: boolean;
  readonly children: ReactNode;
}

function Cell({ title, simulated = false, children }: CellProps) {
  const id = useId();
  return (
    <section className={styles.cell} aria-labelledby={id}>
      <h2 id={id}>
        {title}
        {simulated && (
          <>
            {' '}
            <Tag>Simulated</Tag>
          </>
        )}
      </h2>
      {children}
    </section>
  );
}
