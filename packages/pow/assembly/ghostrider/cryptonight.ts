// CryptoNight, variant 1, with the sizes of GhostRider (xmrig and Raptoreum describe them).
import { aesRound, substitute } from '../aes';
import { keccakF1600 } from '../keccak';
import { high, multiply } from '../wide';

const mostBytes: usize = 2 * 1024 * 1024;
const pad: usize = heap.alloc(mostBytes);
const state: usize = memory.data(200, 8);
const text: usize = memory.data(128, 16);
/** Ten round keys of 16 bytes. */
const keys: usize = memory.data(160, 16);
const a: usize = memory.data(16, 16);
const b: usize = memory.data(16, 16);
const c: usize = memory.data(16, 16);

function substituteWord(word: u32): u32 {
  return (
    <u32>substitute(<u8>word) |
    ((<u32>substitute(<u8>(word >> 8))) << 8) |
    ((<u32>substitute(<u8>(word >> 16))) << 16) |
    ((<u32>substitute(<u8>(word >> 24))) << 24)
  );
}

/** The first ten round keys of AES-256 (FIPS 197 §5.2). */
function expandKey(from: usize): void {
  memory.copy(keys, from, 32);
  let constant: u32 = 1;
  for (let at: usize = 32; at < 160; at += 4) {
    let word = load<u32>(keys + at - 4);
    if ((at & 31) === 0) {
      word = substituteWord(rotr<u32>(word, 8)) ^ constant;
      constant <<= 1;
    } else if ((at & 31) === 16) {
      word = substituteWord(word);
    }
    store<u32>(keys + at, load<u32>(keys + at - 32) ^ word);
  }
}

/** Ten rounds over each of the eight blocks of the text. */
function encryptText(): void {
  for (let block: usize = 0; block < 128; block += 16)
    for (let key: usize = 0; key < 160; key += 16) aesRound(text + block, keys + key);
}

function xorInto(to: usize, from: usize): void {
  v128.store(to, v128.xor(v128.load(to), v128.load(from)));
}

function fillPad(bytes: usize): void {
  memory.copy(text, state + 64, 128);
  expandKey(state);
  for (let at: usize = 0; at < bytes; at += 128) {
    encryptText();
    memory.copy(pad + at, text, 128);
  }
}

function foldPad(bytes: usize): void {
  memory.copy(text, state + 64, 128);
  expandKey(state + 32);
  for (let at: usize = 0; at < bytes; at += 128) {
    for (let block: usize = 0; block < 128; block += 16) xorInto(text + block, pad + at + block);
    encryptText();
  }
  memory.copy(state + 64, text, 128);
}

/** Variant 1 turns bits of one byte of what was written. */
function tweakByte(at: usize): void {
  const byte = <u32>load<u8>(at + 11);
  const index = (((byte >> 3) & 6) | (byte & 1)) << 1;
  store<u8>(at + 11, <u8>(byte ^ ((0x75310 >> index) & 0x30)));
}

function walk(mask: u32, steps: u32, tweak: u64): void {
  v128.store(a, v128.xor(v128.load(state), v128.load(state + 32)));
  v128.store(b, v128.xor(v128.load(state + 16), v128.load(state + 48)));
  for (let step: u32 = 0; step < steps; step++) {
    const first = pad + <usize>(load<u32>(a) & mask);
    memory.copy(c, first, 16);
    aesRound(c, a);
    v128.store(first, v128.xor(v128.load(b), v128.load(c)));
    tweakByte(first);
    memory.copy(b, c, 16);
    const second = pad + <usize>(load<u32>(c) & mask);
    const heldLow = load<u64>(second);
    const heldHigh = load<u64>(second + 8);
    const low = multiply(load<u64>(c), heldLow);
    const sumLow = load<u64>(a) + high;
    const sumHigh = load<u64>(a + 8) + low;
    store<u64>(second, sumLow);
    store<u64>(second + 8, sumHigh ^ tweak);
    store<u64>(a, sumLow ^ heldLow);
    store<u64>(a + 8, sumHigh ^ heldHigh);
  }
}

/**
 * The state of 200 bytes that one of four hashes ends: which one, its two lowest bits say.
 *
 * @param input at least 43 bytes
 * @param bytes size of the scratchpad, at most 2 MiB
 * @param mask which addresses of the pad are visited
 * @returns the state's address
 */
export function cryptonight(input: usize, inputBytes: usize, bytes: usize, mask: u32, steps: u32): usize {
  memory.fill(state, 0, 200);
  memory.copy(state, input, inputBytes);
  store<u8>(state + inputBytes, 0x01);
  store<u8>(state + 135, load<u8>(state + 135) ^ 0x80);
  keccakF1600(state);
  const tweak = load<u64>(input + 35) ^ load<u64>(state + 192);
  fillPad(bytes);
  walk(mask, steps, tweak);
  foldPad(bytes);
  keccakF1600(state);
  return state;
}
