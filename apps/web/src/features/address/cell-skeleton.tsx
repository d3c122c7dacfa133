import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './strip-cells.module.css';

/** A figure and the lines under it, before they are known. */
export function CellSkeleton({ notes }: { readonly notes: 1 | 2 }) {
  return (
    <>
      <Skeleton width="96px" line={28} />
      <div className={styles.note}>
        <Skeleton width="120px" />
        {notes === 2 && <Skeleton width="88px" />}
      </div>
    </>
  );
}
