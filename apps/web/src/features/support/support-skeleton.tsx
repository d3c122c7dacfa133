import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './support-page.module.css';

/** The shape of what comes. */
export function SupportSkeleton({ isArticle }: { readonly isArticle: boolean }) {
  return (
    <div className={styles.waiting} role="status" aria-label="Loading..." aria-busy="true">
      {isArticle && <Skeleton width="min(420px, 80%)" line={40} />}
      {['92%', '78%', '85%', '60%', '88%', '70%', '81%', '46%'].map((width) => (
        <Skeleton key={width} width={width} line={16} />
      ))}
    </div>
  );
}
