import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './blocks-page.module.css';

const widths = ['220px', '260px', '240px', '280px', '200px', '250px'];

/** Rows in the shape of blocks. */
export function BlocksSkeleton() {
  return (
    <div className={styles.list} role="status" aria-label="Loading blocks" aria-busy="true">
      {widths.map((width) => (
        <div key={width} className={styles.waiting}>
          <Skeleton width="80px" />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
