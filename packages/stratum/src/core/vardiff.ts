/** How a port adapts the work of a share to the speed of a miner. */
export interface VardiffSettings {
  /** The pace that is aimed for. */
  readonly secondsPerShare: number;
  /** Nothing changes before this long has passed … */
  readonly secondsMin: number;
  /** … unless this many shares have come in. */
  readonly sharesMin: number;
  /** The measured pace may be off by this factor either way without a change. */
  readonly tolerance: number;
  /** The most that one change raises, and the most that it lowers. */
  readonly raiseMax: number;
  readonly lowerMax: number;
}

export const defaultVardiff: VardiffSettings = {
  secondsPerShare: 10,
  secondsMin: 60,
  sharesMin: 12,
  tolerance: 2,
  raiseMax: 32,
  lowerMax: 4,
};

/** What was seen since the work was last set. */
export interface PaceWindow {
  readonly work: bigint;
  readonly shares: number;
  readonly seconds: number;
}

/**
 * The work that a session's next job should ask for, the present one where that is right; undefined while the window is
 * too short to judge. New work is rounded down to four significant bits and lies within the bounds. The estimate is a
 * float on purpose: it only picks the next work, and every share is credited with exactly the work that it was given.
 *
 * @param paceMin seconds between shares below which the session is raised, however little it is: its part of the verifier
 */
export function nextWork(
  window: PaceWindow,
  settings: VardiffSettings,
  bounds: { readonly minimumWork: bigint; readonly maximumWork: bigint },
  paceMin = 0,
): bigint | undefined {
  const aim = Math.max(settings.secondsPerShare, paceMin);
  // Where shares are to come seldom, a minute has too few of them to judge by.
  const secondsMin = (settings.secondsMin * aim) / settings.secondsPerShare;
  if (window.seconds < secondsMin && window.shares < settings.sharesMin) return undefined;
  const present = Number(window.work);
  const seconds = Math.max(window.seconds, 0.001);
  const factor = (window.shares * aim) / seconds;
  const isTooFast = window.shares * paceMin > seconds;
  if (!isTooFast && factor <= settings.tolerance && factor >= 1 / settings.tolerance) {
    return clampWork(window.work, bounds);
  }
  const bounded = Math.min(settings.raiseMax, Math.max(1 / settings.lowerMax, factor));
  const next = roundDown(present * bounded);
  return clampWork(isTooFast && next < window.work ? window.work : next, bounds);
}

/** Keeps work within bounds; the lower one goes first where they cross. */
export function clampWork(
  work: bigint,
  bounds: { readonly minimumWork: bigint; readonly maximumWork: bigint },
): bigint {
  const capped = work > bounds.maximumWork ? bounds.maximumWork : work;
  return capped < bounds.minimumWork ? bounds.minimumWork : capped;
}

/** Four significant bits: short numbers on the wire, and few different targets in a pool. */
function roundDown(work: number): bigint {
  if (work < 16) return BigInt(Math.max(1, Math.floor(work)));
  const step = 2 ** (Math.floor(Math.log2(work)) - 3);
  return BigInt(Math.floor(work / step) * step);
}
