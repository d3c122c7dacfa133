import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useRetry } from './use-retry.ts';

/** Stands in for a part whose code could not be fetched; tries again by itself. */
export function LateFailure({ onRetry }: { readonly onRetry: () => void }) {
  useRetry(onRetry);
  return (
    <Notice
      tone="warning"
      title="This part could not be loaded. Retrying…"
      live="polite"
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

/** The same for a part that the page can do without: nothing is shown meanwhile. */
export function QuietLateFailure({ onRetry }: { readonly onRetry: () => void }) {
  useRetry(onRetry);
  return null;
}
