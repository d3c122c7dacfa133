import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './address-strip.module.css';
import { RowsSkeleton } from './tabs/live/rows-skeleton.tsx';

/** Strip, tabs and rows in their own shape while the address is looked up. */
export function AddressSkeleton() {
  return (
    <>
      <div className={styles.strip} role="status" aria-label="Searching">
        <div className={styles.cell}>
          <Skeleton width="64px" />
          <Skeleton width="220px" line={40} />
          <Skeleton width="100%" line={16} />
          <Skeleton width="180px" line={12} />
          <Skeleton width="240px" line={28} />
        </div>
        <div className={styles.cell}>
          <Skeleton width="96px" />
          <Skeleton width="160px" line={28} />
        </div>
        <div className={styles.cell}>
          <Skeleton width="96px" />
          <Skeleton width="80px" line={28} />
        </div>
        <div className={styles.cell}>
          <Skeleton width="80px" />
          <Skeleton width="80px" line={28} />
        </div>
      </div>
      <Skeleton width="180px" line={28} />
      <RowsSkeleton />
    </>
  );
}
