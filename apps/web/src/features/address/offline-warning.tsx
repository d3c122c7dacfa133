import { useNow } from '../../shared/time/use-now.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import { isStale } from './is-stale.ts';

/** Said once no worker was heard for 15 minutes. `at` is the last update; null where there never was one. */
export function OfflineWarning({ at }: { readonly at: number | null }) {
  const now = useNow();
  if (at === null || !isStale(at, now)) return null;
  return (
    <Notice tone="warning" title="Your workers seem to be offline." live="polite">
      <p>
        The last accepted share came <RelativeTime at={at} />. Check that the rig is on and online, and read
        the miner’s log. It reconnects by itself.
      </p>
    </Notice>
  );
}
