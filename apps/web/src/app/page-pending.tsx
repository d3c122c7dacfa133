import { Skeleton } from '../shared/ui/skeleton.tsx';
import styles from './page-state.module.css';

/** The shape of a page while its code and first data are on the way. */
export function PagePending() {
  return (
    <div className={`wrap ${styles.state}`} role="status" aria-label="Loading" aria-busy="true">
      <Skeleton width="min(620px, 80%)" line={40} />
      <Skeleton width="min(420px, 60%)" />
      <div className={styles.block} />
    </div>
  );
}
