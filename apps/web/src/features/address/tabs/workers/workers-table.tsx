import type { WorkerRejects } from '@openlode/contracts/http/account-rejects';
import type { WorkerItem } from '@openlode/contracts/http/account-workers';
import { memo, useId, useState } from 'react';
import type { Hashrate } from '../../../../shared/format/format-hashrate.ts';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { IconButton } from '../../../../shared/ui/button.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { RelativeTime } from '../../../../shared/ui/relative-time.tsx';
import { StateMark } from '../../../../shared/ui/state-mark.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { type CountsByName, isTooRejected, isTooStale, percentText, rejectedOf } from './share-words.ts';
import { WorkerDetails } from './worker-details.tsx';
import styles from './workers-table.module.css';

interface WorkersTableProps {
  readonly label: string;
  /** Code. */
  readonly algorithm: string;
  readonly workers: readonly WorkerItem[];
  /** A rate in the pre-unit of an algorithm. */
  readonly rateOf: (algorithm: string, rate: number) => Hashrate;
  /** What became of the workers' shares; null while that is fetched. */
  readonly counts: CountsByName | null;
  readonly onHide: (algorithm: string, name: string) => void;
}

const nameLengthMax = 15;

/** Shares are those of the past 24 hours; a row unfolds into the reasons. */
export function WorkersTable({ label, algorithm, workers, rateOf, counts, onHide }: WorkersTableProps) {
  // Only some programs report a hashrate of their own: where none does, a column of dashes says nothing.
  const reports = workers.some(({ rhr }) => rhr > 0);
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
            {reports && (
              <th scope="col" className={styles.number}>
                Reported
              </th>
            )}
            <th scope="col" className={styles.number} title="Past 24 hours">
              Accepted
            </th>
            <th scope="col" className={styles.number} title="Past 24 hours">
              Stale
            </th>
            <th scope="col" className={styles.number} title="Past 24 hours">
              Rejected
            </th>
            <th scope="col" className={styles.number}>
              Last share
            </th>
            <th scope="col" className={styles.more}>
              <span className="visually-hidden">Reasons</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <WorkerRow
              key={worker.name}
              worker={worker}
              algorithm={algorithm}
              rateOf={rateOf}
              counts={counts === null ? null : counts.get(worker.name)}
              onHide={onHide}
              reports={reports}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface WorkerRowProps extends Pick<WorkersTableProps, 'algorithm' | 'rateOf' | 'onHide'> {
  readonly worker: WorkerItem;
  /** Undefined where it sent nothing in the past day; null while that is fetched. */
  readonly counts: WorkerRejects | null | undefined;
  /** Whether any of the workers reports a hashrate of its own. */
  readonly reports: boolean;
}

/** A worker and what unfolds below it; drawn anew only when one of them changes, however many there are. */
const WorkerRow = memo(function WorkerRow({
  worker,
  algorithm,
  rateOf,
  counts,
  onHide,
  reports,
}: WorkerRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <tr className={worker.online ? undefined : styles.offline}>
        <th scope="row" title={worker.name}>
          {cutName(worker.name)}{' '}
          {worker.referral !== null && (
            <span title={`Mines with the referral code ${worker.referral}`}>
              <Tag>{worker.referral}</Tag>
            </span>
          )}
        </th>
        <td className={styles.state}>
          {worker.online ? (
            <StateMark state="good">Online</StateMark>
          ) : (
            <StateMark state="idle">Offline</StateMark>
          )}
        </td>
        <td className={styles.number} data-label="Now">
          <Rate rate={rateOf(algorithm, worker.chr)} />
        </td>
        {reports && (
          <td className={styles.number} data-label="Reported">
            {worker.rhr === 0 ? '–' : <Rate rate={rateOf(algorithm, worker.rhr)} />}
          </td>
        )}
        <ShareCells counts={counts?.day} />
        <td className={styles.number} data-label="Last share">
          <RelativeTime at={worker.last} />
        </td>
        <td className={styles.more}>
          {counts !== null && (
            <IconButton
              label={`${open ? 'Hide' : 'Show'} the shares of ${worker.name}`}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              <Icon name={open ? 'up' : 'caret'} />
            </IconButton>
          )}
        </td>
      </tr>
      <tr id={id} hidden={!open} className={styles.details}>
        <td colSpan={reports ? 9 : 8}>
          {open && (
            <WorkerDetails
              name={worker.name}
              counts={counts ?? undefined}
              onHide={worker.online ? undefined : () => onHide(algorithm, worker.name)}
            />
          )}
        </td>
      </tr>
    </>
  );
});

function ShareCells({ counts }: { readonly counts: WorkerRejects['day'] | undefined }) {
  if (counts === undefined) {
    return (
      <>
        <td className={styles.number} data-label="Accepted">
          –
        </td>
        <td className={styles.number} data-label="Stale">
          –
        </td>
        <td className={styles.number} data-label="Rejected">
          –
        </td>
      </>
    );
  }
  const { stale } = counts.rejected;
  return (
    <>
      <td className={styles.number} data-label="Accepted">
        {count.format(counts.accepted)}
      </td>
      <td className={classNames(styles.number, isTooStale(counts) && styles.tooStale)} data-label="Stale">
        {isTooStale(counts) && <Icon name="warning" />}
        {percentText(stale, counts)}
      </td>
      <td
        className={classNames(styles.number, isTooRejected(counts) && styles.tooMany)}
        data-label="Rejected"
      >
        {isTooRejected(counts) && <Icon name="warning" />}
        {percentText(rejectedOf(counts), counts)}
      </td>
    </>
  );
}

const count = new Intl.NumberFormat('en-US');

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
