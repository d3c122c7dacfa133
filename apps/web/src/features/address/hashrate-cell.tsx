import type { AccountSummary } from '@openlode/contracts/http/account-summary';
import { CellSkeleton } from './cell-skeleton.tsx';
import type { RecentCharts } from './recent-charts.ts';
import { RecentHashrate } from './recent-hashrate.tsx';
import styles from './strip-cells.module.css';
import { useAlgorithmWords } from './use-algorithm-words.ts';

interface HashrateCellProps {
  /** Null while it is fetched. */
  readonly summary: AccountSummary | null;
  readonly charts: RecentCharts | null;
  /** The demo fleet has mined to the address: what lies before is simulated, in part at least. */
  readonly simulated?: boolean;
}

/** Hashrate of each algorithm, the first one large; rates of different algorithms cannot be added up. */
export function HashrateCell({ summary, charts, simulated = false }: HashrateCellProps) {
  const { nameOf, rateOf } = useAlgorithmWords();
  if (summary === null) return <CellSkeleton notes={1} />;
  const rates = Object.entries(summary.raw.hr).filter(([, rate]) => Number(rate) > 0);
  const [first, ...others] = rates;
  if (first === undefined) {
    return (
      <>
        <p className={styles.value}>
          0 <span className={styles.unit}>H/s</span>
        </p>
        <p className={`${styles.note} ${styles.quiet}`}>No share in the past 10 minutes</p>
      </>
    );
  }
  const { value, unit } = rateOf(first[0], Number(first[1]));
  return (
    <>
      <p className={styles.value}>
        {value} <span className={styles.unit}>{unit}</span>
      </p>
      <p className={`${styles.note} ${styles.quiet}`}>{nameOf(first[0])}, past 10 minutes</p>
      {charts !== null && <RecentHashrate charts={charts} algorithm={first[0]} simulated={simulated} />}
      {others.length > 0 && (
        <ul className={styles.rows}>
          {others.map(([code, rate]) => {
            const other = rateOf(code, Number(rate));
            return (
              <li key={code}>
                <span>{nameOf(code)}</span>
                <span>
                  <strong>{other.value}</strong> {other.unit}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
