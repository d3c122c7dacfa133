const staleAfterMs = 15 * 60_000;

/** Whether the last update of an account's workers is older than 15 minutes. */
export function isStale(at: number, now: number): boolean {
  return now - at > staleAfterMs;
}
