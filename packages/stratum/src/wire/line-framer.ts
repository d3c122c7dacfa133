/** The longest line that a miner may send, in bytes, without its line feed. */
export const lineBytesMax = 8192;

/** Bytes to text, from `from` up to `to`; invalid UTF-8 becomes U+FFFD. */
export type DecodeText = (bytes: Uint8Array, from: number, to: number) => string;

const lineFeed = 10;
const carriageReturn = 13;
const firstBufferBytes = 256;

/** Cuts the byte stream of one connection into lines. Holds no buffer while no line is unfinished. */
export class LineFramer {
  readonly #decode: DecodeText;
  readonly #bytesMax: number;
  #unfinished: Uint8Array | undefined;
  #length = 0;
  #failed = false;
  #stopped = false;

  /** `bytesMax`: of a line without its line feed. */
  constructor(decode: DecodeText, bytesMax = lineBytesMax) {
    this.#decode = decode;
    this.#bytesMax = bytesMax;
  }

  /**
   * Takes the next bytes of the stream and hands every line that they complete to `onLine`, in order, without its line
   * ending. An empty line is handed on as an empty text: it costs work too, so the caller counts it. After a line of more
   * than `bytesMax` bytes the answer stays `too-long`, and nothing is handed on any more. How the stream is cut into
   * chunks never changes the lines.
   */
  push(chunk: Uint8Array, onLine: (line: string) => void): 'ok' | 'too-long' {
    if (this.#failed) return 'too-long';
    let from = 0;
    while (from < chunk.length && !this.#stopped) {
      const feed = chunk.indexOf(lineFeed, from);
      const to = feed < 0 ? chunk.length : feed;
      if (this.#length + to - from > this.#bytesMax) {
        this.#failed = true;
        this.#unfinished = undefined;
        return 'too-long';
      }
      if (feed < 0) {
        this.#keep(chunk, from, to);
        return 'ok';
      }
      if (this.#unfinished === undefined) {
        this.#emit(chunk, from, to, onLine);
      } else {
        const line = this.#keep(chunk, from, to);
        const end = this.#length;
        this.#unfinished = undefined;
        this.#length = 0;
        this.#emit(line, 0, end, onLine);
      }
      from = to + 1;
    }
    return 'ok';
  }

  /** Hands on no more lines, not even those of the chunk that is being cut. */
  stop(): void {
    this.#stopped = true;
    this.#unfinished = undefined;
  }

  /** Whether a line has begun and not ended. */
  get unfinished(): boolean {
    return this.#unfinished !== undefined;
  }

  #keep(chunk: Uint8Array, from: number, to: number): Uint8Array {
    const needed = this.#length + to - from;
    let buffer = this.#unfinished;
    if (buffer === undefined || buffer.length < needed) {
      let size = buffer?.length ?? firstBufferBytes;
      while (size < needed) size *= 2;
      const grown = new Uint8Array(size);
      if (buffer !== undefined) grown.set(buffer.subarray(0, this.#length));
      buffer = grown;
    }
    buffer.set(chunk.subarray(from, to), this.#length);
    this.#unfinished = buffer;
    this.#length = needed;
    return buffer;
  }

  #emit(bytes: Uint8Array, from: number, to: number, onLine: (line: string) => void): void {
    const end = to > from && bytes[to - 1] === carriageReturn ? to - 1 : to;
    onLine(end > from ? this.#decode(bytes, from, end) : '');
  }
}
