// The scratchpad stage of XelisHash, versions 2 and 3 (xelis-hash). BLAKE3 and ChaCha8 stand outside.
import { aesRound } from './aes';
import { divide, high, multiply, remainderLow } from './wide';

/** For the suite, which compares them with integers of any width. */
export { divide, remainderLow } from './wide';

const wordsOf2: usize = 429 * 128;
const wordsOf3: usize = 531 * 128;
const pad: usize = memory.data(8 * 531 * 128, 16);
const block: usize = memory.data(16, 16);
const keyOf2: usize = memory.data<u8>([
  120, 101, 108, 105, 115, 104, 97, 115, 104, 45, 112, 111, 119, 45, 118, 50,
]);
const keyOf3: usize = memory.data<u8>([
  120, 101, 108, 105, 115, 104, 97, 115, 104, 45, 112, 111, 119, 45, 118, 51,
]);

/** Where the caller writes the filled pad and reads the mixed one. */
export function padAddress(): usize {
  return pad;
}

function at(half: usize, index: usize): usize {
  return half + (index << 3);
}

/** MurmurHash3's finaliser with the shifts that version 3 uses. */
function scatter(value: u64): u64 {
  value ^= value >> 55;
  value *= 0xff51afd7ed558ccd;
  value ^= value >> 32;
  value *= 0xc4ceb9fe1a85ec53;
  return value ^ (value >> 15);
}

/** An index below half the pad. */
function indexOf(value: u64): usize {
  value ^= value >> 33;
  value *= 0xff51afd7ed558ccd;
  multiply(value, <u64>(wordsOf3 / 2));
  return <usize>high;
}

/** The square root by double precision, corrected by one; products wrap, so that the root of 2^64 − 1 comes out as 2^32 + 1. */
function root(value: u64): u64 {
  if (value < 2) return value;
  const near = <u64>Math.sqrt(<f64>value);
  if (near * near > value) return near - 1;
  return (near + 1) * (near + 1) <= value ? near + 1 : near;
}

/** The square root by Newton's method, as version 2 takes it. */
function rootByNewton(value: u64): u64 {
  if (value < 2) return value;
  let x = value;
  let y = (x + 1) >> 1;
  while (y < x) {
    x = y;
    y = (x + value / x) >> 1;
  }
  return x;
}

/** The low word of ((nh, nl) mod (dh, dl)). */
function rest(nh: u64, nl: u64, dh: u64, dl: u64): u64 {
  divide(nh, nl, dh, dl);
  return remainderLow();
}

function isAbove(ah: u64, al: u64, bh: u64, bl: u64): bool {
  return ah > bh || (ah === bh && al > bl);
}

/** Bits 64 to 127 of (ah, al) × (bh, bl). */
function middleOf(ah: u64, al: u64, bh: u64, bl: u64): u64 {
  multiply(al, bl);
  return high + ah * bl + al * bh;
}

/** The operations that both versions share: 3 to 10, 12, 13, 14 and 15. */
function shared(operation: u32, a: u64, b: u64, c: u64, result: u64, r: u64): u64 {
  switch (operation) {
    case 3:
      return (a + b) * c;
    case 4:
      return (b - c) * a;
    case 5:
      return c - a + b;
    case 6:
      return a - b + c;
    case 7:
      return b * c + a;
    case 8:
      return c * a + b;
    case 9:
      return a * b * c;
    case 10:
      return rest(a, b, 0, c | 1);
    case 12:
      return divide(c, a, 0, b | 4);
    case 13: {
      const turned = rotl<u64>(result, r);
      return isAbove(turned, b, a, c | 8) ? divide(turned, b, a, c | 8) : a ^ b;
    }
    case 14:
      return middleOf(b, a, 0, c);
    default:
      return middleOf(a, c, rotr<u64>(result, r), b);
  }
}

function operate3(operation: u32, a: u64, b: u64, c: u64, result: u64, r: u64, i: u64, j: u64): u64 {
  switch (operation) {
    case 0:
      return rest(a + i, root(b + j), 0, scatter(c ^ result ^ i ^ j) | 1);
    case 1:
      return rotl<u64>((c + i) % root(b | 2), i + j) * root(a + j);
    case 2:
      return (root(a + i) * root(c + j)) ^ (b + i + j);
    case 11: {
      const turned = rotl<u64>(result, r);
      return isAbove(turned, a | 2, b, c) ? c : rest(b, c, turned, a | 2);
    }
    default:
      return shared(operation, a, b, c, result, r);
  }
}

function operate2(operation: u32, a: u64, b: u64, c: u64, result: u64, r: u64, i: u64, j: u64): u64 {
  switch (operation) {
    case 0:
      return rotl<u64>(c, i * j) ^ b;
    case 1:
      return rotr<u64>(c, i * j) ^ a;
    case 2:
      return a ^ b ^ c;
    case 11:
      return rest(b, c, rotl<u64>(result, r), a | 2);
    default:
      return shared(operation, a, b, c, result, r);
  }
}

/** base^exponent modulo `modulus`. */
function power(base: u64, exponent: u64, modulus: u64): u64 {
  let result: u64 = 1;
  base %= modulus;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) {
      const low = multiply(result, base);
      result = rest(high, low, 0, modulus);
    }
    const low = multiply(base, base);
    base = rest(high, low, 0, modulus);
  }
  return result;
}

/** Mixes the pad as version 3 does. */
export function mix3(): void {
  const half = wordsOf3 / 2;
  const first = pad;
  const second = pad + (half << 3);
  let addressA = load<u64>(at(second, half - 1));
  let addressB = load<u64>(at(first, half - 1)) >> 32;
  let r: usize = 0;
  for (let i: u64 = 0; i < 2; i++) {
    const memoryA = load<u64>(at(first, indexOf(addressA)));
    const memoryB = load<u64>(at(second, indexOf(memoryA ^ addressB)));
    store<u64>(block, memoryB);
    store<u64>(block + 8, memoryA);
    aesRound(block, keyOf3);
    let result = ~(load<u64>(block) ^ load<u64>(block + 8));
    for (let j: usize = 0; j < half; j++) {
      const a = load<u64>(at(first, indexOf(result)));
      const b = load<u64>(at(second, indexOf(a ^ ~rotr<u64>(result, <u64>r))));
      const c = load<u64>(at(pad, r));
      r = r < wordsOf3 - 1 ? r + 1 : 0;
      const v = operate3(<u32>(rotl<u64>(result, c) & 15), a, b, c, result, <u64>r, i, <u64>j);
      const drawn = v ^ result;
      result = rotl<u64>(drawn, <u64>r);
      const fromHalf = scatter(v) & (1 << 58) ? second : first;
      const t = load<u64>(at(fromHalf, indexOf(drawn))) ^ result;
      const indexA = indexOf(t ^ result ^ 0x9e3779b97f4a7c15);
      const indexB = indexOf(<u64>indexA ^ ~result ^ 0xd2b74407b1ce6e93);
      const replaced = load<u64>(at(first, indexA));
      store<u64>(at(first, indexA), t);
      store<u64>(at(second, indexB), load<u64>(at(second, indexB)) ^ replaced ^ rotr<u64>(t, i + <u64>j));
    }
    addressA = power(addressA, addressB, result);
    addressB = root(result) * (<u64>r + 1) * root(addressA);
  }
}

/** Mixes the pad as version 2 does. */
export function mix2(): void {
  const half = wordsOf2 / 2;
  const first = pad;
  const second = pad + (half << 3);
  let addressA = load<u64>(at(second, half - 1));
  let addressB = load<u64>(at(first, half - 1)) >> 32;
  let r: usize = 0;
  for (let i: u64 = 0; i < 3; i++) {
    const memoryA = load<u64>(at(first, <usize>(addressA % <u64>half)));
    const memoryB = load<u64>(at(second, <usize>(addressB % <u64>half)));
    store<u64>(block, memoryB);
    store<u64>(block + 8, memoryA);
    aesRound(block, keyOf2);
    let result = ~(load<u64>(block) ^ memoryA ^ memoryB);
    for (let j: usize = 0; j < half; j++) {
      const a = load<u64>(at(first, <usize>(result % <u64>half)));
      const b = load<u64>(at(second, <usize>(~rotr<u64>(result, <u64>r) % <u64>half)));
      const c = load<u64>(at(pad, r));
      r = r < wordsOf2 - 1 ? r + 1 : 0;
      const v = result ^ operate2(<u32>(rotl<u64>(result, c) & 15), a, b, c, result, <u64>r, i, <u64>j);
      result = rotl<u64>(v, 1);
      const t = load<u64>(at(first, half - j - 1)) ^ result;
      store<u64>(at(first, half - j - 1), t);
      store<u64>(at(second, j), load<u64>(at(second, j)) ^ rotr<u64>(t, result));
    }
    addressA = result;
    addressB = rootByNewton(result);
  }
}
