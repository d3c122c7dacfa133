import type { ComponentType } from 'react';
import { late } from '../../shared/late/late.tsx';
import { RetryOrReload } from '../../shared/late/retry-or-reload.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PagePending } from '../page-pending.tsx';
import styles from '../page-state.module.css';

/**
 * A page whose code comes with its first visit. The router's own helper reloads the whole site where a page's code cannot be
 * fetched, which during an outage leaves nothing of it.
 */
export function latePage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return late(load, { waiting: <PagePending />, Failure: PageFailure });
}

function PageFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={`wrap ${styles.state}`}>
      <Notice
        tone="warning"
        title="This page could not be loaded. Retrying…"
        isPage
        live="polite"
        action={<RetryOrReload onRetry={onRetry} />}
      />
    </div>
  );
}
