import { Notice } from '../ui/notice.tsx';
import { RetryOrReload } from './retry-or-reload.tsx';
import { useRetry } from './use-retry.ts';

/** Stands in for a part whose code could not be fetched; tries again by itself. */
export function LateFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Notice
      tone="warning"
      title="This part could not be loaded. Retrying…"
      live="polite"
      action={<RetryOrReload onRetry={onRetry} />}
    />
  );
}

/** The same for a part that the page can do without: nothing is shown meanwhile. */
export function QuietLateFailure({ onRetry }: { readonly onRetry: () => void }) {
  useRetry(onRetry);
  return null;
}
