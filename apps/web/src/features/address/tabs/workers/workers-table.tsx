import type { WorkerItem } from '@openlode/contracts/http/account-workers';
import type { Hashrate } from '../../../../shared/format/format-hashrate.ts';
import { RelativeTime } from '../../../../shared/ui/relative-time.tsx';
import { StateMark } from '../../../../shared/ui/state-mark.tsx';
import styles from './workers-table.module.css';

interface WorkersTableProps {
  readonly label: string;
  readonly workers: readonly WorkerItem[];
  /** A rate in the algorithm's pre-unit. */
  readonly rateOf: (rate: number) => Hashrate;
}

const nameLengthMax = 15;

export function WorkersTable({ label, workers, rateOf }: WorkersTableProps) {
  return (
    <div className={styles.panel}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Worker</th>
            <th scope="col">State</th>
            <th scope="col" className={styles.number}>
              Now
            </th>
            <th scope="col" className={styles.number}>
              Reported
            </th>
            <th scope="col" className={styles.number}>
              Last share
            </th>
            <th scope="col">Referral code</th>
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <tr key={worker.name} className={worker.online ? undefined : styles.offline}>
              <th scope="row" title={worker.name}>
                {cutName(worker.name)}
              </th>
              <td className={styles.state}>
                {worker.online ? (
                  <StateMark state="good">Online</StateMark>
                ) : (
                  <StateMark state="idle">Offline</StateMark>
                )}
              </td>
              <td className={styles.number} data-label="Now">
                <Rate rate={rateOf(worker.chr)} />
              </td>
              <td className={styles.number} data-label="Reported">
                {worker.rhr === 0 ? '–' : <Rate rate={rateOf(worker.rhr)} />}
              </td>
              <td className={styles.number} data-label="Last share">
                <RelativeTime at={worker.last} />
              </td>
              <td data-label="Referral code" className={worker.referral === null ? styles.none : undefined}>
                {worker.referral ?? '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Rate({ rate }: { readonly rate: Hashrate }) {
  return (
    <>
      {rate.value} <span className={styles.unit}>{rate.unit}</span>
    </>
  );
}

function cutName(name: string): string {
  return name.length > nameLengthMax ? `${name.slice(0, nameLengthMax)}…` : name;
}
