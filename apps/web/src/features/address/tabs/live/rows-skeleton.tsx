import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import styles from './live-tab.module.css';

const widths = ['180px', '260px', '220px', '300px', '200px'];

export function RowsSkeleton({ label = 'Loading events' }: { readonly label?: string }) {
  return (
    <div className={styles.list} role="status" aria-label={label} aria-busy="true">
      {widths.map((width) => (
        <div key={width} className={styles.waiting}>
          <Skeleton width="72px" />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
