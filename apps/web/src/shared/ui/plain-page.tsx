import type { ReactNode } from 'react';
import styles from './plain-page.module.css';
import { usePageTitle } from './use-page-title.ts';

interface PlainPageProps {
  /** A page of the catalogue: its title names the tab, and its heading stands first. */
  readonly page: { readonly title: string; readonly heading: string };
  readonly lead: ReactNode;
  readonly children?: ReactNode;
}

/** A page of one column: its title, what it is about, then its parts. */
export function PlainPage({ page, lead, children }: PlainPageProps) {
  usePageTitle(page.title);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1>{page.heading}</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      {children}
    </div>
  );
}
