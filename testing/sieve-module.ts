import { initial, roundConstants } from './sha256-constants.ts';

/** Where `scan` finds what it takes, as vectors that hold a word four times: the state after the first block, and words of the second. */
const MIDDLE_WORDS = 8;
export const TAIL_WORDS = 3;
/** The state, the words, and the highest value of the hash's first 32 bits. */
export const VECTORS = MIDDLE_WORDS + TAIL_WORDS + 1;
const VECTOR_BYTES = 16;

const LANES = 4;

/**
 * A WebAssembly module that hashes four nonces at once, as the four lanes of a vector. It has `memory`, which holds `VECTORS` vectors, and
 * `scan(nonce, groups)`: how far from `nonce` the first one lies whose SHA-256d may be low enough, among `groups` times four; -1 where
 * none does. FIPS 180-4, sections 4.1.2 and 6.2.2; https://webassembly.github.io/spec/core/binary/
 */
export function sieveModule(): Uint8Array<ArrayBuffer> {
  const type = [1, 0x60, 2, I32, I32, 1, I32];
  const exported = [2, ...named('memory'), 2, 0, ...named('scan'), 0, 0];
  const scan = [2, 1, I32, ...leb(FIRST_FREE - NONCES), V128, ...scanBody(), END];
  return Uint8Array.from([
    ...HEADER,
    ...section(1, type),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, exported),
    ...section(10, [1, ...leb(scan.length), ...scan]),
  ]);
}

type Code = readonly number[];

/** The magic word and the version of a module. */
const HEADER: Code = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

const I32 = 0x7f;
const V128 = 0x7b;
const END = 0x0b;
const BLOCK = [0x02, 0x40];
const LOOP = [0x03, 0x40];
const IF = [0x04, 0x40];

/** Locals: the two arguments, how far the scan is, then vectors. */
const [FROM, GROUPS, AT, NONCES] = [0, 1, 2, 3];
const STATE = NONCES + 1;
const WORDS = STATE + 8;
const FOUND = WORDS + 16;
const FIRST_FREE = FOUND + 1;

const get = (local: number): Code => [0x20, ...leb(local)];
const set = (local: number, value: Code): Code => [...value, 0x21, ...leb(local)];
const int = (value: number): Code => [0x41, ...signedLeb(value)];
const vector = (operation: number): Code => [0xfd, ...leb(operation)];
const both = (operation: number, left: Code, right: Code): Code => [...left, ...right, ...vector(operation)];
const xor = (left: Code, right: Code): Code => both(0x51, left, right);
const or = (left: Code, right: Code): Code => both(0x50, left, right);
const sum = (...terms: readonly Code[]): Code => terms.reduce((left, right) => both(0xae, left, right));
/** Bits of `one` where `mask` is set, and of `other` elsewhere. */
const select = (mask: Code, one: Code, other: Code): Code => [...one, ...other, ...mask, ...vector(0x52)];
const left = (value: Code, bits: number): Code => [...value, ...int(bits), ...vector(0xab)];
const right = (value: Code, bits: number): Code => [...value, ...int(bits), ...vector(0xad)];
const turned = (value: Code, bits: number): Code => or(right(value, bits), left(value, 32 - bits));
const load = (index: number): Code => [...int(index * VECTOR_BYTES), ...vector(0), 4, 0];
const constant = (...words: readonly number[]): Code => [
  ...vector(0x0c),
  ...Array.from({ length: LANES }, (_, lane) => words[lane % words.length] as number).flatMap((word) =>
    [0, 8, 16, 24].map((bits) => (word >>> bits) & 0xff),
  ),
];
/** Each word with its bytes the other way round. */
const swapped = (value: Code): Code => [
  ...value,
  ...value,
  ...vector(0x0d),
  ...Array.from({ length: VECTOR_BYTES }, (_, index) => index ^ 3),
];

/** For each group of four: both compressions, and a look whether a lane is low enough. */
function scanBody(): number[] {
  const nonces = sum([...get(FROM), ...get(AT), 0x6a, ...vector(0x11)], constant(0, 1, 2, 3));
  const tail = [
    ...[0, 1, 2].map((index) => load(MIDDLE_WORDS + index)),
    swapped(get(NONCES)),
    ...endMessage(4, 80),
  ];
  const middle = (index: number): Code => load(index);
  const first = (index: number): Code => constant(initial[index] as number);
  // The hash's highest bytes are its last word; three rounds only move it to its place.
  const last = sum(get(stateLocal(4, 61)), first(7));
  const isLow = both(0x3e, swapped(last), load(MIDDLE_WORDS + TAIL_WORDS));
  return [
    ...BLOCK,
    ...LOOP,
    // Until all groups are done.
    ...get(AT),
    ...get(GROUPS),
    ...int(2),
    0x74,
    0x4f,
    0x0d,
    1,
    ...set(NONCES, nonces),
    ...tail.flatMap((word, index) => set(WORDS + index, word)),
    ...rounds(64, middle),
    ...Array.from({ length: 8 }, (_, index) =>
      set(WORDS + index, sum(get(STATE + index), middle(index))),
    ).flat(),
    ...endMessage(8, 32).flatMap((word, index) => set(WORDS + 8 + index, word)),
    ...rounds(61, first),
    ...set(FOUND, isLow),
    // The first lane that is low enough.
    ...get(FOUND),
    ...vector(0x53),
    ...IF,
    ...get(FOUND),
    ...vector(0xa4),
    0x68,
    ...get(AT),
    0x6a,
    0x0f,
    END,
    // The next group.
    ...get(AT),
    ...int(LANES),
    0x6a,
    0x21,
    AT,
    0x0c,
    0,
    END,
    END,
    ...int(-1),
  ];
}

/** What follows a message of this length that ends at this word of its last block: a bit, and its length in bits. */
function endMessage(end: number, bytes: number): Code[] {
  return Array.from({ length: 16 - end }, (_, index) =>
    constant(index === 0 ? 0x80000000 : index === 15 - end ? 8 * bytes : 0),
  );
}

/** Where the register (0 to 7 for a to h) lies after this number of rounds: registers stay, and their names move. */
function stateLocal(register: number, done: number): number {
  return STATE + ((register - done) & 7);
}

function rounds(count: number, begin: (index: number) => Code): Code {
  const code: number[] = [];
  for (let index = 0; index < 8; index += 1) code.push(...set(STATE + index, begin(index)));
  for (let round = 0; round < count; round += 1) {
    const word = WORDS + (round & 15);
    if (round >= 16) code.push(...set(word, nextWord(round)));
    const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, (_, register) =>
      stateLocal(register, round),
    ).map(get) as [Code, Code, Code, Code, Code, Code, Code, Code];
    const big1 = xor(xor(turned(e, 6), turned(e, 11)), turned(e, 25));
    const big0 = xor(xor(turned(a, 2), turned(a, 13)), turned(a, 22));
    const k = constant(roundConstants[round] as number);
    code.push(
      ...set(stateLocal(7, round), sum(h, big1, select(e, f, g), k, get(word))),
      ...set(stateLocal(3, round), sum(d, h)),
      ...set(stateLocal(7, round), sum(h, big0, select(xor(a, b), c, b))),
    );
  }
  return code;
}

function nextWord(round: number): Code {
  const word = (back: number): Code => get(WORDS + ((round - back) & 15));
  const [x, y] = [word(15), word(2)];
  const small0 = xor(xor(turned(x, 7), turned(x, 18)), right(x, 3));
  const small1 = xor(xor(turned(y, 17), turned(y, 19)), right(y, 10));
  return sum(word(16), small0, word(7), small1);
}

function section(id: number, content: Code): Code {
  return [id, ...leb(content.length), ...content];
}

function named(name: string): Code {
  return [name.length, ...Buffer.from(name)];
}

/** A number of the binary format, seven bits a byte, the lowest first. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

function signedLeb(value: number): number[] {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signedLeb(value >> 7)];
}
