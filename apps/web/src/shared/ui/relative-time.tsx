import { exactTime, relativeTimeText } from '../format/relative-time.ts';
import { useTextNow } from '../time/use-now.ts';

/** `12 s ago`, with the exact time on hover. Counts seconds for a minute, then minutes. */
export function RelativeTime({
  at,
  className,
}: {
  readonly at: number;
  readonly className?: string | undefined;
}) {
  // A list holds hundreds: those whose minute has not passed rest.
  const text = useTextNow((now) => relativeTimeText(at, now));
  return (
    <time dateTime={isoOrEmpty(at)} title={exactTime(at)} className={className}>
      {text}
    </time>
  );
}

function isoOrEmpty(at: number): string | undefined {
  return Number.isFinite(at) ? new Date(at).toISOString() : undefined;
}
