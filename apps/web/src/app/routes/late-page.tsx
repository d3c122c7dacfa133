import type { ComponentType } from 'react';
import { late } from '../../shared/late/late.tsx';
import { LateFailure } from '../../shared/late/late-failure.tsx';
import { PagePending } from '../page-pending.tsx';

/**
 * A page whose code comes with its first visit. The router's own helper reloads the whole site where a page's code cannot be
 * fetched, which during an outage leaves nothing of it.
 */
export function latePage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return late(load, { waiting: <PagePending />, Failure: PageFailure });
}

function PageFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="wrap">
      <LateFailure onRetry={onRetry} />
    </div>
  );
}
