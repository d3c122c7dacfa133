import type { ComponentType } from 'react';
import { late } from '../../shared/late/late.tsx';
import { useRetry } from '../../shared/late/use-retry.ts';
import { Button } from '../../shared/ui/button.tsx';
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
  useRetry(onRetry);
  return (
    <div className={`wrap ${styles.state}`}>
      <Notice
        tone="warning"
        title="This page could not be loaded. Retrying…"
        isPage
        live="polite"
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  );
}
