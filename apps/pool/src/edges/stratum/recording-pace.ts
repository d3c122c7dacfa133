/**
 * Between the starts of two recordings: twenty times as long as the last one took, within these limits. Recording competes with answers for the
 * processor; with a batch of 250 ms a share is in the database within a second on a quiet pool, and within two where recording is slow. A batch that
 * waits 500 ms need not go to the disk first.
 */
const recordEveryMs = { min: 500, max: 1500 };
const pausePerRecording = 20;

/**
 * From this many lines on it is as long as they deserve: a line, which is what one connection's worker did in one batch, costs the same however many
 * shares it has, so a process whose miners send a thousand shares a second gathers several of each.
 */
const busy = { lines: 1000, msPerLine: 3, maxMs: 15_000 };

/** From the start of a recording of this many lines, which took `tookMs`, to the start of the next, in ms. */
export function recordAfterMs(tookMs: number, lines: number): number {
  const usual = Math.max(recordEveryMs.min, tookMs * pausePerRecording);
  if (lines < busy.lines) return Math.min(recordEveryMs.max, usual);
  return Math.min(busy.maxMs, Math.max(usual, lines * busy.msPerLine));
}
