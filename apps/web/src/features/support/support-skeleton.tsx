import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './support-page.module.css';

interface SupportSkeletonProps {
  readonly isArticle: boolean;
  /** What a screen reader meets until the page has a heading of its own; undefined where it has one. */
  readonly heading: string | undefined;
}

/** The shape of what comes. */
export function SupportSkeleton({ isArticle, heading }: SupportSkeletonProps) {
  return (
    <>
      {heading !== undefined && <h1 className="visually-hidden">{heading}</h1>}
      <div className={styles.waiting} role="status" aria-label="Loading..." aria-busy="true">
        {isArticle && <Skeleton width="min(420px, 80%)" line={40} />}
        {['92%', '78%', '85%', '60%', '88%', '70%', '81%', '46%'].map((width) => (
          <Skeleton key={width} width={width} line={16} />
        ))}
      </div>
    </>
  );
}
