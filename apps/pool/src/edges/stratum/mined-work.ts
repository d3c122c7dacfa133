/**
 * Accepted work of the last half hour to hour, in hashes, and since when: what lies before is left behind, so that a pause of hours does
 * not weigh on what is mined after it. Times are in ms.
 */
export interface MinedWork {
  /** When the earlier of the two pieces began, or the connection, if that was later. */
  readonly since: number;
  readonly earlier: number;
  /** When the later piece ends. */
  readonly until: number;
  readonly later: number;
}

const pieceMs = 1_800_000;

/** Luck, and a program that has just begun, are far below it; what is above is not this connection's speed. */
const timesMax = 16;

/** Of a connection that is younger, the first share would say nothing about its speed. */
const secondsMin = 10;

export function minedFrom(at: number): MinedWork {
  return { since: at, earlier: 0, until: at + pieceMs, later: 0 };
}

export function mined(work: MinedWork, hashes: number, at: number): MinedWork {
  const { since, earlier, until, later } = forgetEarlier(work, at);
  return { since, earlier, until, later: later + hashes };
}

/** Whether a rate, in hashes a second, is at most 16 times what the work of that time amounts to. */
export function isPlausibleRate(work: MinedWork, hashesPerSecond: number, at: number): boolean {
  const { since, earlier, later } = forgetEarlier(work, at);
  const seconds = Math.max(secondsMin, (at - since) / 1000);
  return hashesPerSecond * seconds <= timesMax * (earlier + later);
}

function forgetEarlier(work: MinedWork, at: number): MinedWork {
  const pieces = Math.floor((at - work.until) / pieceMs) + 1;
  if (pieces <= 0) return work;
  const until = work.until + pieces * pieceMs;
  return { since: until - 2 * pieceMs, earlier: pieces === 1 ? work.later : 0, until, later: 0 };
}
