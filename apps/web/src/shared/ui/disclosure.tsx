import type { ReactNode } from 'react';
import styles from './disclosure.module.css';
import { Icon } from './icon.tsx';

interface DisclosureProps {
  readonly title: string;
  /** What is inside, in a few words: often that is the answer already. */
  readonly aside: string;
  readonly children: ReactNode;
}

/** A row that unfolds. */
export function Disclosure({ title, aside, children }: DisclosureProps) {
  return (
    <details className={styles.row}>
      <summary>
        <Icon name="next" />
        <span className={styles.title}>{title}</span>
        <span className={styles.aside}>{aside}</span>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
