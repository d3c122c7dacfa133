import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../shared/ui/button.tsx';
import { Notice } from '../shared/ui/notice.tsx';
import styles from './page-state.module.css';

/** Stands in for a page that threw while it was drawn, or whose code could not be fetched. */
export function PageError({ reset }: ErrorComponentProps) {
  return (
    <div className={`wrap ${styles.state}`}>
      <Notice
        tone="error"
        title="This page could not be shown."
        isPage
        live="assertive"
        action={
          <span className={styles.actions}>
            <Button onClick={reset}>Try again</Button>
            <Button onClick={() => location.reload()}>Reload</Button>
          </span>
        }
      >
        <p>Your mining is not affected. Try again; if it does not help, reload the page.</p>
      </Notice>
    </div>
  );
}
