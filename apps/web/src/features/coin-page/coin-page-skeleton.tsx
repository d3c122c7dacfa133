import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './coin-page-skeleton.module.css';
import pageStyles from './coin-page.module.css';

/** The sentence and the cards in their places, before their words arrive. */
export function CoinPageSkeleton() {
  return (
    <div className="wrap" role="status" aria-label="Loading" aria-busy="true">
      <div className={styles.ask}>
        <Skeleton width="min(700px, 90%)" line={40} />
        <Skeleton width="min(480px, 70%)" />
      </div>
      <div className={pageStyles.grid}>
        <div className={`${styles.card} ${styles.main}`}>
          <Skeleton width="200px" line={20} />
        </div>
        <div className={`${styles.card} ${styles.aside}`}>
          <Skeleton width="160px" line={20} />
        </div>
      </div>
    </div>
  );
}
