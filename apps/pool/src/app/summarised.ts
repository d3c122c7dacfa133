const everyMs = 60_000;

/**
 * Tells of the first happening at once and of all others once a minute, as counts by name: an attack must be seen in the log, and
 * must not fill it.
 */
export function summarised(
  report: (counts: Readonly<Record<string, number>>) => void,
  ms: number = everyMs,
): (name: string) => void {
  let counts: Record<string, number> = {};
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    if (Object.keys(counts).length === 0) return;
    const reported = counts;
    counts = {};
    wait();
    report(reported);
  };
  const wait = (): void => {
    timer = setTimeout(flush, ms);
    timer.unref();
  };
  return (name) => {
    counts[name] = (counts[name] ?? 0) + 1;
    if (timer === undefined) flush();
  };
}
