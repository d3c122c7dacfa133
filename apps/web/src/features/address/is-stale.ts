const minuteMs = 60_000;

/** Whether the last update of a miner's workers is older than 15 minutes. */
export function isStale(at: number, now: number): boolean {
  return now - at > 15 * minuteMs;
}

/** Whether no share came within the span that a hashrate is calculated from, though the workers still count as online. */
export function isSilent(at: number, now: number): boolean {
  return now - at > 10 * minuteMs && !isStale(at, now);
}
