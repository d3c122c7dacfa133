/** The lowest work of a SHA-256d sandbox block: some twenty seconds of hashing in JavaScript. */
export const sandboxWorkMin = 2n ** 23n;

const idealMs = 60_000;
const halvingMs = 120_000;

/**
 * What a block should take, so that one comes about every minute at any hashrate: the block before it, doubled or halved for
 * every two minutes that it came early or late, and falling while none is found. (The exponential rule of ASERT, relative
 * to one block, https://reference.cash/protocol/forks/2020-11-15-asert.)
 */
export function sandboxWork(previousWork: bigint, sinceMs: number, workMin = sandboxWorkMin): bigint {
  const doublings = (idealMs - Math.max(0, sinceMs)) / halvingMs;
  // Sixteen fractional bits are plenty for a difficulty; no money is calculated here.
  const whole = Math.floor(doublings);
  const fraction = BigInt(Math.round(2 ** (doublings - whole) * 65_536));
  const scaled = previousWork * fraction;
  const work =
    whole >= 0 ? (scaled << BigInt(whole)) / 65_536n : (scaled >> BigInt(Math.min(-whole, 4096))) / 65_536n;
  return work > workMin ? work : workMin;
}
