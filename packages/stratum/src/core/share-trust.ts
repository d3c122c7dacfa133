/**
 * How far a connection is believed where a share is dear to verify: its accepted shares, up to a limit, less four for each that was
 * verified and is none. Who is believed does not wait behind those who are not; to be believed costs true hashing, again and again.
 */
export type ShareTrust = number;

const trustMax = 16;
/** A machine with fewer than a fifth of its shares wrong stays believed on average. */
const lostByWaste = 4;

export const noTrust: ShareTrust = 0;

export function trustAfterShare(trust: ShareTrust): ShareTrust {
  return Math.min(trustMax, trust + 1);
}

/** After a share that was verified for nothing. */
export function trustAfterWaste(trust: ShareTrust): ShareTrust {
  return Math.max(noTrust, trust - lostByWaste);
}
