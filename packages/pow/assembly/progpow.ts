// ProgPoW 0.9.4 (EIP-1057) with Ravencoin's settings: KawPow.
import { keccakF800 } from './keccak';
import { items, makeItems, wanted } from './light-cache';

const lanes: usize = 16;
const registers: usize = 32;
const accesses = 64;
const cacheReads = 11;
const mathOperations = 18;
const periodBlocks: u32 = 3;
const l1Words: u32 = 4096;
const basis: u32 = 0x811c9dc5;

/** "rAVENCOINKAWPOW", a letter a word: the first one is small. */
const coinWords: usize = memory.data<u32>([114, 65, 86, 69, 78, 67, 79, 73, 78, 75, 65, 87, 80, 79, 87]);
const l1: usize = memory.data(4 * 4096);
const state: usize = memory.data(100);
const kept: usize = memory.data(32);
/** 16 lanes of 32 registers. */
const mix: usize = memory.data(4 * 16 * 32);

const destinations: usize = memory.data(32);
const sources: usize = memory.data(32);
/** Each operation of the program: kind, two sources, destination, selector of the maths, selector of the merge; 24 bytes. */
const program: usize = memory.data(24 * 33);
let programLength: usize = 0;
let programPeriod: i64 = -1;

let z: u32 = 0;
let w: u32 = 0;
let jsr: u32 = 0;
let jcong: u32 = 0;

function fnv1a(a: u32, b: u32): u32 {
  return (a ^ b) * 0x01000193;
}

/** KISS (Marsaglia, 1999). */
function kiss99(): u32 {
  z = 36969 * (z & 0xffff) + (z >> 16);
  w = 18000 * (w & 0xffff) + (w >> 16);
  jcong = 69069 * jcong + 1234567;
  jsr ^= jsr << 17;
  jsr ^= jsr >> 13;
  jsr ^= jsr << 5;
  return (((z << 16) + w) ^ jcong) + jsr;
}

function swap(sequence: usize, a: usize, b: usize): void {
  const held = load<u8>(sequence + a);
  store<u8>(sequence + a, load<u8>(sequence + b));
  store<u8>(sequence + b, held);
}

function shuffle(period: u64): void {
  const low = <u32>period;
  const high = <u32>(period >> 32);
  z = fnv1a(basis, low);
  w = fnv1a(z, high);
  jsr = fnv1a(w, low);
  jcong = fnv1a(jsr, high);
  for (let index: usize = 0; index < registers; index++) {
    store<u8>(destinations + index, <u8>index);
    store<u8>(sources + index, <u8>index);
  }
  for (let index: u32 = <u32>registers; index > 1; index--) {
    swap(destinations, <usize>index - 1, <usize>(kiss99() % index));
    swap(sources, <usize>index - 1, <usize>(kiss99() % index));
  }
}

function put(kind: u32, first: u32, second: u32, destination: u32, maths: u32, merging: u32): void {
  const at = program + programLength * 24;
  store<u32>(at, kind);
  store<u32>(at + 4, first);
  store<u32>(at + 8, second);
  store<u32>(at + 12, destination);
  store<u32>(at + 16, maths);
  store<u32>(at + 20, merging);
  programLength++;
}

const readsCache: u32 = 0;
const calculates: u32 = 1;
const readsDataset: u32 = 2;

/** Writes the random program of a period. */
function writeProgram(period: u64): void {
  if (programPeriod === <i64>period) return;
  shuffle(period);
  programLength = 0;
  let drawnDestinations: usize = 0;
  let drawnSources: usize = 0;
  for (let index = 0; index < mathOperations; index++) {
    if (index < cacheReads) {
      const source = load<u8>(sources + (drawnSources++ % registers));
      const destination = load<u8>(destinations + (drawnDestinations++ % registers));
      put(readsCache, source, 0, destination, 0, kiss99());
    }
    const pair = kiss99() % (<u32>registers * (<u32>registers - 1));
    const first = pair % <u32>registers;
    let second = pair / <u32>registers;
    if (second >= first) second++;
    const maths = kiss99();
    const destination = load<u8>(destinations + (drawnDestinations++ % registers));
    put(calculates, first, second, destination, maths, kiss99());
  }
  for (let word: u32 = 0; word < 4; word++) {
    const destination = word === 0 ? 0 : load<u8>(destinations + (drawnDestinations++ % registers));
    put(readsDataset, word, 0, destination, 0, kiss99());
  }
  programPeriod = <i64>period;
}

function calculate(a: u32, b: u32, selector: u32): u32 {
  switch (selector % 11) {
    case 0:
      return a + b;
    case 1:
      return a * b;
    case 2:
      return <u32>((<u64>a * <u64>b) >> 32);
    case 3:
      return min<u32>(a, b);
    case 4:
      return rotl<u32>(a, b);
    case 5:
      return rotr<u32>(a, b);
    case 6:
      return a & b;
    case 7:
      return a | b;
    case 8:
      return a ^ b;
    case 9:
      return clz<u32>(a) + clz<u32>(b);
    default:
      return popcnt<u32>(a) + popcnt<u32>(b);
  }
}

function merge(at: usize, value: u32, selector: u32): void {
  const turn = ((selector >> 16) % 31) + 1;
  const held = load<u32>(at);
  switch (selector % 4) {
    case 0:
      store<u32>(at, held * 33 + value);
      break;
    case 1:
      store<u32>(at, (held ^ value) * 33);
      break;
    case 2:
      store<u32>(at, rotl<u32>(held, turn) ^ value);
      break;
    default:
      store<u32>(at, rotr<u32>(held, turn) ^ value);
  }
}

function runRound(round: u32, pages: u32): void {
  const page = load<u32>(mix + <usize>(round % <u32>lanes) * registers * 4) % pages;
  for (let nth: u32 = 0; nth < 4; nth++) store<u32>(wanted + ((<usize>nth) << 2), page * 4 + nth);
  makeItems(4);
  for (let step: usize = 0; step < programLength; step++) {
    const at = program + step * 24;
    const kind = load<u32>(at);
    const first = load<u32>(at + 4);
    const second = load<u32>(at + 8);
    const destination = load<u32>(at + 12);
    const maths = load<u32>(at + 16);
    const merging = load<u32>(at + 20);
    for (let lane: usize = 0; lane < lanes; lane++) {
      const own = mix + lane * registers * 4;
      let value: u32;
      if (kind === readsCache) {
        value = load<u32>(l1 + ((<usize>(load<u32>(own + ((<usize>first) << 2)) % l1Words)) << 2));
      } else if (kind === calculates) {
        value = calculate(
          load<u32>(own + ((<usize>first) << 2)),
          load<u32>(own + ((<usize>second) << 2)),
          maths,
        );
      } else {
        value = load<u32>(items + ((lane ^ <usize>round) % lanes) * 16 + ((<usize>first) << 2));
      }
      merge(own + ((<usize>destination) << 2), value, merging);
    }
  }
}

function fillMix(): void {
  const seededZ = fnv1a(basis, load<u32>(kept));
  const seededW = fnv1a(seededZ, load<u32>(kept + 4));
  for (let lane: u32 = 0; lane < <u32>lanes; lane++) {
    z = seededZ;
    w = seededW;
    jsr = fnv1a(w, lane);
    jcong = fnv1a(jsr, lane);
    for (let register: usize = 0; register < registers; register++)
      store<u32>(mix + (<usize>lane * registers + register) * 4, kiss99());
  }
}

function reduceMix(output: usize): void {
  for (let at: usize = 0; at < 32; at += 4) store<u32>(output + at, basis);
  for (let lane: usize = 0; lane < lanes; lane++) {
    let folded = basis;
    for (let register: usize = 0; register < registers; register++)
      folded = fnv1a(folded, load<u32>(mix + (lane * registers + register) * 4));
    const at = output + ((lane & 7) << 2);
    store<u32>(at, fnv1a(load<u32>(at), folded));
  }
}

function begin(header: usize, nonce: u64): void {
  memory.copy(state, header, 32);
  store<u64>(state + 32, nonce);
  memory.copy(state + 40, coinWords, 60);
  keccakF800(state);
  memory.copy(kept, state, 32);
}

function finish(mixHash: usize, output: usize): void {
  memory.copy(state, kept, 32);
  memory.copy(state + 32, mixHash, 32);
  memory.copy(state + 64, coinWords, 36);
  keccakF800(state);
  memory.copy(output, state, 32);
}

/** Fills the first 16 kB of the dataset, which the program reads at random. Call once, after the cache was built. */
export function fillL1(): void {
  for (let number: u32 = 0; number < 256; number++) {
    store<u32>(wanted, number);
    makeItems(1);
    memory.copy(l1 + ((<usize>number) << 6), items, 64);
  }
}

/**
 * @param header address of the 32-byte header hash in the order in which it is printed
 * @param pages dataset items of 256 bytes
 * @param output address of 64 bytes: mix hash and final hash
 */
export function kawpow(header: usize, nonce: u64, height: u32, pages: u32, output: usize): void {
  writeProgram(<u64>(height / periodBlocks));
  begin(header, nonce);
  fillMix();
  for (let round: u32 = 0; round < <u32>accesses; round++) runRound(round, pages);
  reduceMix(output);
  finish(output, output + 32);
}

/** The final hash that a miner's word about the mix would give: cheap, and proves nothing about the mix itself. */
export function kawpowFinal(header: usize, nonce: u64, claimedMix: usize, output: usize): void {
  begin(header, nonce);
  finish(claimedMix, output);
}
