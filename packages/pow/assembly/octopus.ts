// Octopus (Conflux): a polynomial over a small field in front of an Ethash-like walk.
import { keccak256, keccak512 } from './keccak';
import { fnv1, items, makeItems, wanted } from './light-cache';

const modulus: u64 = 1032193;
const generator: u64 = 11;
const warp: u64 = 32;
const coefficientsPerThread: usize = 32;
const coefficientCount: usize = 1024;
const accesses: u32 = 32;

const coefficients: usize = memory.data(4 * 1024);
const values: usize = memory.data(4 * 32);
const seed: usize = memory.data(96);
const mix: usize = memory.data(256);

let sip0: u64 = 0;
let sip1: u64 = 0;
let sip2: u64 = 0;
let sip3: u64 = 0;

function sipRound(): void {
  sip0 += sip1;
  sip2 += sip3;
  sip1 = rotl<u64>(sip1, 13) ^ sip0;
  sip3 = rotl<u64>(sip3, 16) ^ sip2;
  sip0 = rotl<u64>(sip0, 32) + sip3;
  sip2 += sip1;
  sip1 = rotl<u64>(sip1, 17) ^ sip2;
  sip3 = rotl<u64>(sip3, 21) ^ sip0;
  sip2 = rotl<u64>(sip2, 32);
}

/** The coefficients that one thread of the warp would draw: one of every 32. */
function drawCoefficients(header: usize, nonce: u64, thread: usize): void {
  sip0 = load<u64>(header);
  sip1 = load<u64>(header + 8);
  sip2 = load<u64>(header + 16);
  sip3 = load<u64>(header + 24) ^ nonce;
  sipRound();
  sipRound();
  sip0 ^= nonce;
  sip2 ^= 0xff;
  for (let round = 0; round < 4; round++) sipRound();
  for (let nth: usize = 0; nth < coefficientsPerThread; nth++) {
    sipRound();
    const drawn = ((sip0 ^ sip1 ^ sip2 ^ sip3) & 0xffffffff) % modulus;
    store<u32>(coefficients + ((nth * <usize>warp + thread) << 2), <u32>drawn);
  }
}

function greatestDivisor(a: u64, b: u64): u64 {
  while (b !== 0) {
    const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/** A generator of the field, chosen by a word. */
function toGenerator(word: u64): u64 {
  let exponent = (word % (modulus - 2)) + 1;
  for (
    let common = greatestDivisor(exponent, modulus - 1);
    common !== 1;
    common = greatestDivisor(exponent, modulus - 1)
  )
    exponent /= common;
  let result: u64 = 1;
  for (let base = generator; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}

/** Evaluates the polynomial at 32 points and folds the values; they stay in `values`. */
function evaluate(header: usize, nonce: u64): u64 {
  const a = toGenerator(load<u64>(header));
  const b = toGenerator(load<u64>(header + 8));
  let word = load<u64>(header + 16);
  let c = toGenerator(word);
  while ((b * b) % modulus === (4 * a * c) % modulus) c = toGenerator(++word);
  const w = toGenerator(load<u64>(header + 24));
  const squared = (w * w) % modulus;
  const firstOfWarp = nonce - (nonce % warp);
  for (let thread: usize = 0; thread < <usize>warp; thread++)
    drawCoefficients(header, firstOfWarp + <u64>thread, thread);

  let power: u64 = 1;
  let squaredPower: u64 = 1;
  let warpPower: u64 = 1;
  let warpSquaredPower: u64 = 1;
  for (let step: u64 = 0; step < warp; step++) {
    if (step === nonce % warp) {
      power = warpPower;
      squaredPower = warpSquaredPower;
    }
    warpPower = (warpPower * w) % modulus;
    warpSquaredPower = (warpSquaredPower * squared) % modulus;
  }
  let folded: u64 = 0;
  for (let nth: usize = 0; nth < coefficientsPerThread; nth++) {
    const x = (a * squaredPower + b * power + c) % modulus;
    let value: u64 = 0;
    for (let at = coefficientCount; at > 0; at--)
      value = (value * x + <u64>load<u32>(coefficients + ((at - 1) << 2))) % modulus;
    store<u32>(values + (nth << 2), <u32>value);
    folded = (folded * 0x01000193) ^ value;
    power = (power * warpPower) % modulus;
    squaredPower = (squaredPower * warpSquaredPower) % modulus;
  }
  return folded;
}

function fold(at: usize): u32 {
  return fnv1(
    fnv1(fnv1(load<u32>(mix + at), load<u32>(mix + at + 4)), load<u32>(mix + at + 8)),
    load<u32>(mix + at + 12),
  );
}

/**
 * @param header address of the 32-byte header hash
 * @param pages dataset items of 256 bytes
 * @param output address of 32 bytes: the final hash
 */
export function octopus(header: usize, nonce: u64, pages: u32, output: usize): void {
  memory.copy(seed, header, 32);
  store<u64>(seed + 32, evaluate(header, nonce));
  keccak512(seed, seed, 40);
  const first = load<u32>(seed);
  for (let at: usize = 0; at < 256; at += 64) memory.copy(mix + at, seed, 64);
  for (let access: u32 = 0; access < accesses; access++) {
    const own = load<u32>(mix + ((<usize>access) << 2));
    const page = fnv1(first ^ access ^ load<u32>(values + ((<usize>access) << 2)), own) % pages;
    for (let nth: u32 = 0; nth < 4; nth++) store<u32>(wanted + ((<usize>nth) << 2), page * 4 + nth);
    makeItems(4);
    for (let at: usize = 0; at < 256; at += 4)
      store<u32>(mix + at, fnv1(load<u32>(mix + at), load<u32>(items + at)));
  }
  for (let nth: usize = 0; nth < 8; nth++)
    store<u32>(seed + 64 + (nth << 2), fnv1(fold(nth << 4), fold((nth + 8) << 4)));
  keccak256(output, seed, 96);
}
