import type { WorkerRejects } from '@openlode/contracts/http/account-rejects';
import { Button } from '../../../../shared/ui/button.tsx';
import { CopyButton } from '../../../../shared/ui/copy-button.tsx';
import { percentText, reasonWords } from './share-words.ts';
import styles from './worker-details.module.css';

interface WorkerDetailsProps {
  /** The full name. */
  readonly name: string;
  /** The referral code that it mines with. */
  readonly referral: string | null;
  /** What its program says of its speed, as text; undefined where it says nothing. */
  readonly reported?: string | undefined;
  /** Undefined where it sent nothing in the past day. */
  readonly counts: WorkerRejects | undefined;
  /** Undefined while it is online. */
  readonly onHide: (() => void) | undefined;
}

/** Why shares of a worker were refused in the past hour and day, and what to do about each reason. */
export function WorkerDetails({ name, referral, reported, counts, onHide }: WorkerDetailsProps) {
  return (
    <div className={styles.details}>
      <p className={styles.name}>
        <code>{name}</code>
        <CopyButton text={name} label="Copy the name" bare />
        {referral !== null && `mines with the referral code ${referral}`}
      </p>
      {reported !== undefined && <p>Its program reports {reported}.</p>}
      {counts === undefined ? (
        <p>No share was sent in the past 24 hours.</p>
      ) : (
        <table aria-label={`Shares of ${name}`}>
          <thead>
            <tr>
              <th scope="col">Shares</th>
              <th scope="col">Past hour</th>
              <th scope="col">Past 24 h</th>
              <th scope="col">What to do</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Accepted</th>
              <td>{count.format(counts.hour.accepted)}</td>
              <td>{count.format(counts.day.accepted)}</td>
              <td>–</td>
            </tr>
            {reasonWords.map(({ reason, title, advice }) => {
              const [hour, day] = [counts.hour.rejected[reason], counts.day.rejected[reason]];
              return (
                <tr key={reason} className={day === 0 ? styles.none : undefined}>
                  <th scope="row">{title}</th>
                  <td>
                    {count.format(hour)} {hour > 0 && <span>{percentText(hour, counts.hour)}</span>}
                  </td>
                  <td>
                    {count.format(day)} {day > 0 && <span>{percentText(day, counts.day)}</span>}
                  </td>
                  <td>{day === 0 ? 'None' : advice}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {onHide !== undefined && (
        <p className={styles.hide}>
          <Button small onClick={onHide}>
            Hide this worker
          </Button>
          <span>Only in this browser, and only until it is online again.</span>
        </p>
      )}
    </div>
  );
}

const count = new Intl.NumberFormat('en-US');
