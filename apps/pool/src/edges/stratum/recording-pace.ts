/**
 * Between the starts of two recordings: twenty times as long as the last one took, within these limits. Recording competes with answers for the
 * processor; with a batch of 250 ms a share is in the database within a second on a quiet pool, and within two where recording is slow. After one of
 * a thousand lines and more (a line is what one connection's worker did in one batch) it is within four: a line costs the same however many shares
 * it has. A batch that waits 500 ms need not go to the disk first.
 */
const recordEveryMs = { min: 500, max: 1500, busyMax: 3000 };
const busyLines = 1000;
const pausePerRecording = 20;

/** From the start of a recording of this many lines, which took `tookMs`, to the start of the next, in ms. */
export function recordAfterMs(tookMs: number, lines: number): number {
  const { min, max, busyMax } = recordEveryMs;
  return Math.min(lines < busyLines ? max : busyMax, Math.max(min, tookMs * pausePerRecording));
}
