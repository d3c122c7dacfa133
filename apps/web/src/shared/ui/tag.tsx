import type { ReactNode } from 'react';
import styles from './tag.module.css';

/** A short mark beside a name: `New`. */
export function Tag({ children }: { readonly children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}
