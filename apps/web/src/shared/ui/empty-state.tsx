import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** A list that has nothing to show yet: why, and what will fill it. */
export function EmptyState({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      <p>{children}</p>
    </div>
  );
}
