// Unsigned integers of 128 bits as two words.

/** The high word of what the last function gave. */
export let high: u64 = 0;

/** The low word of a × b; its high word is {@link high}. */
export function multiply(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff,
    a1 = a >> 32,
    b0 = b & 0xffffffff,
    b1 = b >> 32;
  const low = a0 * b0;
  const middle = a1 * b0 + (low >> 32);
  const cross = a0 * b1 + (middle & 0xffffffff);
  high = a1 * b1 + (middle >> 32) + (cross >> 32);
  return a * b;
}

let restHigh: u64 = 0;
let restLow: u64 = 0;

/** The low word of the remainder of the last {@link divide}. */
export function remainderLow(): u64 {
  return restLow;
}

/**
 * The low word of (nh, nl) ÷ (dh, dl), bit by bit from the first bit that can be set: the quotient's high word is
 * left out, as its only user does. The remainder's low word is {@link remainderLow}. The divisor is not zero.
 */
export function divide(nh: u64, nl: u64, dh: u64, dl: u64): u64 {
  if (nh === 0 && dh === 0) {
    restLow = nl % dl;
    return nl / dl;
  }
  restHigh = 0;
  restLow = 0;
  let quotient: u64 = 0;
  const skipped: i32 = nh !== 0 ? <i32>clz<u64>(nh) : 64 + <i32>clz<u64>(nl);
  for (let bit = 127 - skipped; bit >= 0; bit--) {
    const carried = restHigh >> 63;
    restHigh = (restHigh << 1) | (restLow >> 63);
    const next = bit >= 64 ? (nh >> <u64>(bit - 64)) & 1 : (nl >> <u64>bit) & 1;
    restLow = (restLow << 1) | next;
    quotient <<= 1;
    if (carried || restHigh > dh || (restHigh === dh && restLow >= dl)) {
      const borrowed: u64 = restLow < dl ? 1 : 0;
      restLow -= dl;
      restHigh -= dh + borrowed;
      quotient |= 1;
    }
  }
  return quotient;
}
