import type { ShareCounts, WorkerRejects } from '@openlode/contracts/http/account-rejects';
import type { WorkerItem } from '@openlode/contracts/http/account-workers';
import { memo, useId, useState } from 'react';
import type { Hashrate } from '../../../../shared/format/format-hashrate.ts';
import { IconButton } from '../../../../shared/ui/button.tsx';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { RelativeTime } from '../../../../shared/ui/relative-time.tsx';
import { StateMark } from '../../../../shared/ui/state-mark.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { type CountsByName, isTooRejected, isTooStale, percentText, rejectedOf } from './share-words.ts';
import { WorkerDetails } from './worker-details.tsx';
import type { Line, PrefixLine } from './worker-view.ts';
import styles from './workers-table.module.css';

interface RowProps {
  /** Code. */
  readonly algorithm: string;
  /** A rate in the pre-unit of an algorithm. */
  readonly rateOf: (algorithm: string, rate: number) => Hashrate;
  readonly onHide: (algorithm: string, names: readonly string[]) => void;
  /** Whether any of the workers reports a hashrate of its own. */
  readonly reports: boolean;
  /** Whether workers of the demo fleet are marked. */
  readonly marksSimulated: boolean;
}

interface WorkerRowProps extends RowProps {
  readonly worker: WorkerItem;
  /** Undefined where it sent nothing in the past day; null while that is fetched. */
  readonly counts: WorkerRejects | null | undefined;
}

const nameLengthMax = 15;

/** A worker and what unfolds below it; renders again only when one of them changes, however many there are. */
export const WorkerRow = memo(function WorkerRow(props: WorkerRowProps) {
  const { worker, algorithm, rateOf, counts, onHide, reports, marksSimulated } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <tr className={worker.online ? undefined : styles.offline}>
        <th scope="row" title={worker.name}>
          {cutName(worker.name)} {marksSimulated && worker.simulated === true && <Tag>Simulated</Tag>}{' '}
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
          <td className={classNames(styles.number, styles.usual)} data-label="Reported">
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
              referral={worker.referral}
              reported={worker.rhr === 0 ? undefined : textOf(rateOf(algorithm, worker.rhr))}
              counts={counts ?? undefined}
              onHide={worker.online ? undefined : () => onHide(algorithm, [worker.name])}
            />
          )}
        </td>
      </tr>
    </>
  );
});

interface PrefixRowProps extends RowProps {
  readonly group: PrefixLine;
  readonly counts: CountsByName | null;
  /** Unfolded from the start. */
  readonly isOpen: boolean;
}

/** Workers whose names begin alike: their sum, and on request each of them. */
export function PrefixRow({ group, counts, isOpen, ...row }: PrefixRowProps) {
  const [choice, setChoice] = useState<boolean | null>(null);
  const open = choice ?? isOpen;
  const id = useId();
  const [only] = group.members;
  if (only !== undefined && group.members.length === 1)
    return (
      <tbody>
        <WorkerRow {...row} worker={only.worker} counts={counts && counts.get(only.name)} />
      </tbody>
    );
  return (
    <>
      <tbody>
        <tr className={styles.group}>
          <th scope="row">
            {group.name} <span className={styles.unit}>{group.total} workers</span>
          </th>
          <SumCells line={group} {...row} />
          <td className={styles.more}>
            <IconButton
              label={`${open ? 'Hide' : 'Show'} the workers of ${group.name}`}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setChoice(!open)}
            >
              <Icon name={open ? 'up' : 'caret'} />
            </IconButton>
          </td>
        </tr>
      </tbody>
      <tbody id={id} hidden={!open} className={styles.members}>
        {open &&
          group.members.map(({ worker }) => (
            <WorkerRow
              key={worker.name}
              {...row}
              worker={worker}
              counts={counts && counts.get(worker.name)}
            />
          ))}
      </tbody>
    </>
  );
}

/** All workers that the table has, also those that are not drawn yet. */
export function TotalRow({ total, ...row }: RowProps & { readonly total: Omit<Line, 'name'> }) {
  return (
    <tfoot>
      <tr>
        <th scope="row">Total of {total.total}</th>
        <SumCells line={total} {...row} />
        <td className={styles.more} aria-hidden="true" />
      </tr>
    </tfoot>
  );
}

/** What lines have in common, from the state to the last share. */
function SumCells({ line, algorithm, rateOf, reports }: RowProps & { readonly line: Omit<Line, 'name'> }) {
  return (
    <>
      <td className={styles.state}>
        <StateMark state={line.online === line.total ? 'good' : line.online === 0 ? 'idle' : 'waiting'}>
          {line.online} online
        </StateMark>
      </td>
      <td className={styles.number} data-label="Now">
        <Rate rate={rateOf(algorithm, line.rate)} />
      </td>
      {reports && (
        <td className={classNames(styles.number, styles.usual)} data-label="Reported">
          {line.reported === 0 ? '–' : <Rate rate={rateOf(algorithm, line.reported)} />}
        </td>
      )}
      <ShareCells counts={line.shares} />
      <td className={styles.number} data-label="Last share">
        <RelativeTime at={line.last} />
      </td>
    </>
  );
}

/** On a phone only the figures that are marked are drawn: the others stand in what unfolds. */
function ShareCells({ counts }: { readonly counts: ShareCounts | undefined }) {
  const [stale, rejected] = [
    counts !== undefined && isTooStale(counts),
    counts !== undefined && isTooRejected(counts),
  ];
  return (
    <>
      <td className={classNames(styles.number, styles.usual)} data-label="Accepted, 24 h">
        {counts === undefined ? '–' : count.format(counts.accepted)}
      </td>
      <td className={classNames(styles.number, stale ? styles.tooStale : styles.usual)} data-label="Stale">
        {stale && <Icon name="warning" />}
        {counts === undefined ? '–' : percentText(counts.rejected.stale, counts)}
      </td>
      <td
        className={classNames(styles.number, rejected ? styles.tooMany : styles.usual)}
        data-label="Rejected"
      >
        {rejected && <Icon name="warning" />}
        {counts === undefined ? '–' : percentText(rejectedOf(counts), counts)}
      </td>
    </>
  );
}

const count = new Intl.NumberFormat('en-US');

function textOf({ value, unit }: Hashrate): string {
  return `${value} ${unit}`;
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
