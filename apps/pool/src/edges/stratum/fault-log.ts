import type { Logger } from 'pino';

const minuteMs = 60_000;

/**
 * Logs what is tried again until it is done: a new fault with its stack, and one that comes again once a minute with its number. A
 * database that is away for an hour must not fill the disk that the log shares with what waits.
 *
 * @param what the sentence before `, trying again`
 * @param now a clock that only goes forward, ms
 */
export function createFaultLog(
  log: Pick<Logger, 'warn'>,
  what: string,
  now: () => number = () => performance.now(),
): (error: unknown, facts: Readonly<Record<string, unknown>>) => void {
  let last: { readonly why: string; loggedAt: number; times: number } | undefined;
  return (error, facts) => {
    const why = error instanceof Error ? error.message : String(error);
    if (last?.why !== why) {
      last = { why, loggedAt: now(), times: 0 };
      log.warn({ err: error, ...facts }, `${what}, trying again`);
      return;
    }
    last.times += 1;
    if (now() - last.loggedAt < minuteMs) return;
    log.warn({ why, times: last.times, ...facts }, `${what}, trying again`);
    last.loggedAt = now();
    last.times = 0;
  };
}
