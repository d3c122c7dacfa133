import type { ReactNode } from 'react';
import styles from './kit-page.module.css';

/** One kind of piece under its name. */
export function Piece({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.piece}>
      <h2>{name}</h2>
      <div className={styles.row}>{children}</div>
    </div>
  );
}
