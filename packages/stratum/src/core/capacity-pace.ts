/** What the verifier of an algorithm can do, and for how many sessions that mine. */
export interface VerifierDemand {
  readonly sessions: number;
  /** What a share takes a thread, in ms. */
  readonly msPerShare: number;
  readonly threads: number;
}

/** The part of its time that a verifier is meant to work: sessions at their limit, and the chance of each, still leave it below 70%. */
const loadMax = 0.6;
/** A miner is to be seen at work: beyond this the verifier refuses what it cannot do. */
const paceMax = 120;

/**
 * The least seconds between two shares of a session, so that all sessions of an algorithm together leave its verifier time: each has
 * an equal part of it. 0 where nothing is known.
 */
export function capacityPace({ sessions, msPerShare, threads }: VerifierDemand): number {
  return Math.min(paceMax, (sessions * msPerShare) / (1000 * Math.max(1, threads) * loadMax));
}
