import { failureText } from '../../shared/api/api-error.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './coin-picker.module.css';

/** In place of a list that text or tag left empty. */
export function NoCoinFound({ text, onShowAll }: { readonly text: string; readonly onShowAll: () => void }) {
  return (
    <div className={styles.empty} role="status">
      <p>{text === '' ? 'No coin has this tag.' : 'No coin has that name or symbol.'}</p>
      <Button onClick={onShowAll}>Show all coins</Button>
    </div>
  );
}

/** In place of a list that is not here: it is fetched, or that failed. */
export function CoinsAwaited({
  error,
  onRetry,
}: {
  readonly error: Error | null;
  readonly onRetry: () => void;
}) {
  if (error !== null)
    return (
      <div className={styles.empty} role="alert">
        <p>{failureText(error)}</p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    );
  return (
    <div className={styles.empty} role="status">
      <p>Loading coins...</p>
      <Skeleton width="240px" line={16} />
      <Skeleton width="180px" line={16} />
    </div>
  );
}
