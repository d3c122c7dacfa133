import { exactTime, relativeTimeText } from '../format/relative-time.ts';
import { useNow } from '../time/use-now.ts';

/** `12 s ago`, with the exact time on hover. Counts seconds for a minute, then minutes. */
export function RelativeTime({
  at,
  className,
}: {
  readonly at: number;
  readonly className?: string | undefined;
}) {
  const now = useNow();
  return (
    <time dateTime={isoOrEmpty(at)} title={exactTime(at)} className={className}>
      {relativeTimeText(at, now)}
    </time>
  );
}

function isoOrEmpty(at: number): string | undefined {
  return Number.isFinite(at) ? new Date(at).toISOString() : undefined;
}
