import type { ReactNode } from 'react';
import styles from './disclosure.module.css';
import { Icon } from './icon.tsx';

interface DisclosureProps {
  readonly title: string;
  /** What is inside, in a few words: often that is the answer already. */
  readonly aside: string;
  /** Hears when it was unfolded, for what is fetched only then. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A row that unfolds. */
export function Disclosure({ title, aside, onOpen, children }: DisclosureProps) {
  return (
    <details className={styles.row} onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>
        <Icon name="next" />
        <span className={styles.title}>{title}</span>
        <span className={styles.aside}>{aside}</span>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
