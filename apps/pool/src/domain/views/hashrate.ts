/** The longest span over which hashrate is calculated. */
export const hashrateWindowMs = 600_000;

/** A worker that has just begun has one share and no time: a shorter span than this would show a fantasy. */
const spanMsMin = 10_000;

/** The span over which a worker's hashrate is calculated: the last ten minutes, or since it came online. */
export function hashrateSpan(
  onlineSince: number,
  now: number,
): { readonly from: number; readonly seconds: number } {
  const from = Math.max(onlineSince, now - hashrateWindowMs);
  return { from, seconds: Math.max(now - from, spanMsMin) / 1000 };
}

/** Expected hashes of a span, per second. */
export function hashesPerSecond(work: bigint, seconds: number): number {
  return Number(work) / seconds;
}
