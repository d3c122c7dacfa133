/** The PPLNS window is this many times the network difficulty at the time of the block. */
export const windowFactor = 2n;

/** The pool's fee in millionths of a reward: 1 % without a referral code. */
export const poolFeePpm = 10_000;
