const mask = (1n << 64n) - 1n;

/** The four words of SipHash's state. */
export type SipState = readonly [bigint, bigint, bigint, bigint];

function rotate(value: bigint, by: bigint): bigint {
  return ((value << by) | (value >> (64n - by))) & mask;
}

/** One SipRound (Aumasson and Bernstein, SipHash, §2.2). */
function sipRound([a, b, c, d]: SipState): SipState {
  const a1 = (a + b) & mask;
  const b1 = rotate(b, 13n) ^ a1;
  const c1 = (c + d) & mask;
  const d1 = rotate(d, 16n) ^ c1;
  const a2 = (rotate(a1, 32n) + d1) & mask;
  const c2 = (c1 + b1) & mask;
  return [a2, rotate(b1, 17n) ^ c2, rotate(c2, 32n), rotate(d1, 21n) ^ a2];
}

/**
 * SipHash-2-4 of one 64-bit word, the state given as four words: the proof-of-work schemes leave out the
 * constants that the state is usually begun with, and the length that a message usually ends with.
 */
export function sipHash24(state: SipState, word: bigint): bigint {
  let [a, b, c, d] = state;
  [a, b, c, d] = sipRound(sipRound([a, b, c, d ^ word]));
  a ^= word;
  c ^= 0xffn;
  [a, b, c, d] = sipRound(sipRound(sipRound(sipRound([a, b, c, d]))));
  return a ^ b ^ c ^ d;
}
