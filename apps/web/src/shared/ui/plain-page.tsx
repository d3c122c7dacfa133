import type { ReactNode } from 'react';
import styles from './plain-page.module.css';
import { usePageTitle } from './use-page-title.ts';

interface PlainPageProps {
  /** Names the tab, too, unless `tab` does. */
  readonly title: string;
  readonly tab?: string;
  readonly lead: ReactNode;
  readonly children?: ReactNode;
}

/** A page of one column: its title, what it is about, then its parts. */
export function PlainPage({ title, tab = title, lead, children }: PlainPageProps) {
  usePageTitle(tab);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      {children}
    </div>
  );
}
