import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './address-strip.module.css';
import { CellSkeleton } from './cell-skeleton.tsx';
import { RowsSkeleton } from './tabs/live/rows-skeleton.tsx';

/** Strip, tabs and rows in their own shape while the address is looked up. */
export function AddressSkeleton() {
  return (
    <>
      <div className={styles.strip} role="status" aria-label="Searching" aria-busy="true">
        <div className={styles.cell}>
          <Skeleton width="64px" />
          <Skeleton width="220px" line={40} />
          <Skeleton width="100%" line={16} />
          <Skeleton width="180px" line={12} />
          <Skeleton width="240px" line={28} />
          <Skeleton width="100%" line={28} />
        </div>
        <div className={styles.cell}>
          <Skeleton width="96px" />
          <CellSkeleton notes={1} />
        </div>
        <div className={styles.cell}>
          <Skeleton width="96px" />
          <CellSkeleton notes={1} />
        </div>
        <div className={styles.cell}>
          <Skeleton width="80px" />
          <CellSkeleton notes={2} />
        </div>
      </div>
      <Skeleton width="180px" line={28} />
      <RowsSkeleton />
    </>
  );
}
