export const dayMs = 86_400_000;

/** Midnight, UTC, of the day that a moment lies in, whatever zone the machine stands in. */
export function utcMidnight(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}

/** The date of a moment in UTC, as `2026-01-15`. */
export function utcDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** From 00:00 of the day before up to, and without, 00:00 of the day. */
export function dayBefore(at: number): { readonly from: Date; readonly to: Date } {
  const midnight = utcMidnight(at);
  return { from: new Date(midnight - dayMs), to: new Date(midnight) };
}
