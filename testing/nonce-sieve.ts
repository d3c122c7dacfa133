import { initial, roundConstants } from './sha256-constants.ts';
import { sieveModule, TAIL_WORDS, VECTORS } from './sieve-module.ts';

/** As far as the suites use it; the types of Node.js 20 lack it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Readonly<Record<string, unknown>> };
};

const LANES = 4;
/** How many nonces one call of the module takes at most: their number is a word. */
const NONCES_MAX = 2 ** 20;

/** What all sieves of this process hash with, once the first of them is made. */
let hasher: { readonly memory: Int32Array; scan(nonce: number, groups: number): number } | undefined;

/**
 * Finds the nonces of a header whose SHA-256d may be below a target, so that a test miner spends a fraction of the processor time that
 * `node:crypto` takes for each nonce. Its first block of 64 bytes is compressed once, and of the hash only the highest 32 bits are looked
 * at: what it lets through is hashed whole by the caller. FIPS 180-4, sections 4.2.2, 5.3.3 and 6.2.
 */
export class NonceSieve {
  readonly #vectors = new Int32Array(VECTORS * LANES);

  /** `header` has 80 bytes, its nonce at offset 76; `target` is 32 bytes, most significant first. */
  constructor(header: Uint8Array, target: Uint8Array) {
    const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
    const first = Int32Array.from({ length: 16 }, (_, index) => view.getInt32(4 * index));
    const words = [
      ...compressed(first),
      ...Array.from({ length: TAIL_WORDS }, (_, index) => view.getInt32(4 * (16 + index))),
      new DataView(target.buffer, target.byteOffset, target.byteLength).getInt32(0),
    ];
    for (const [index, word] of words.entries()) this.#vectors.fill(word, LANES * index, LANES * (index + 1));
  }

  /** The first nonce from `from` on that may be below the target; `until` where none is before it. */
  next(from: number, until: number): number {
    hasher ??= openHasher();
    hasher.memory.set(this.#vectors);
    for (let nonce = from; nonce < until; nonce += NONCES_MAX) {
      const groups = Math.ceil(Math.min(NONCES_MAX, until - nonce) / LANES);
      const found = hasher.scan(nonce, groups);
      if (found >= 0) return Math.min(until, nonce + found);
    }
    return until;
  }
}

function openHasher(): NonNullable<typeof hasher> {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(sieveModule()));
  const { memory, scan } = exports as {
    memory: { readonly buffer: ArrayBuffer };
    scan: (nonce: number, groups: number) => number;
  };
  return { memory: new Int32Array(memory.buffer), scan };
}

/** The state after the first block, of 16 words. */
function compressed(block: Int32Array): number[] {
  const w = new Int32Array(64);
  w.set(block);
  for (let index = 16; index < 64; index += 1) {
    const x = w[index - 15] as number;
    const y = w[index - 2] as number;
    const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[index] = ((w[index - 16] as number) + small0 + (w[index - 7] as number) + small1) | 0;
  }
  let a = initial[0] as number;
  let b = initial[1] as number;
  let c = initial[2] as number;
  let d = initial[3] as number;
  let e = initial[4] as number;
  let f = initial[5] as number;
  let g = initial[6] as number;
  let h = initial[7] as number;
  for (let index = 0; index < 64; index += 1) {
    const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t1 =
      (h + big1 + ((e & f) ^ (~e & g)) + (roundConstants[index] as number) + (w[index] as number)) | 0;
    const t2 = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (initial[index] as number)) | 0);
}
