/** The longest line that a miner may send, in bytes, without its line feed. */
export const lineBytesMax = 8192;

/** Bytes to text, from `from` up to `to`; invalid UTF-8 becomes U+FFFD. */
export type DecodeText = (bytes: Uint8Array, from: number, to: number) => string;

export interface LineFramer {
  /**
   * Takes the next bytes of the stream and hands every line that they complete to `onLine`, in order, without its line
   * ending; empty lines are skipped. After a line of more than `lineBytesMax` bytes the answer stays `too-long`, and
   * nothing is handed on any more. How the stream is cut into chunks never changes the lines.
   */
  push(chunk: Uint8Array, onLine: (line: string) => void): 'ok' | 'too-long';
}

const lineFeed = 10;
const carriageReturn = 13;
const firstRoom = 256;

/** Cuts the byte stream of one connection into lines. Holds no buffer while no line is unfinished. */
export function createLineFramer(decode: DecodeText): LineFramer {
  let unfinished: Uint8Array | undefined;
  let length = 0;
  let failed = false;

  function keep(chunk: Uint8Array, from: number, to: number): void {
    const needed = length + to - from;
    if (unfinished === undefined || unfinished.length < needed) {
      let room = unfinished?.length ?? firstRoom;
      while (room < needed) room *= 2;
      const grown = new Uint8Array(room);
      if (unfinished !== undefined) grown.set(unfinished.subarray(0, length));
      unfinished = grown;
    }
    unfinished.set(chunk.subarray(from, to), length);
    length = needed;
  }

  function emit(bytes: Uint8Array, from: number, to: number, onLine: (line: string) => void): void {
    const end = to > from && bytes[to - 1] === carriageReturn ? to - 1 : to;
    if (end > from) onLine(decode(bytes, from, end));
  }

  function push(chunk: Uint8Array, onLine: (line: string) => void): 'ok' | 'too-long' {
    if (failed) return 'too-long';
    let from = 0;
    while (from < chunk.length) {
      const feed = chunk.indexOf(lineFeed, from);
      const to = feed < 0 ? chunk.length : feed;
      if (length + to - from > lineBytesMax) {
        failed = true;
        unfinished = undefined;
        return 'too-long';
      }
      if (feed < 0) {
        keep(chunk, from, to);
        return 'ok';
      }
      if (unfinished === undefined) {
        emit(chunk, from, to, onLine);
      } else {
        keep(chunk, from, to);
        const line = unfinished;
        const end = length;
        unfinished = undefined;
        length = 0;
        emit(line, 0, end, onLine);
      }
      from = to + 1;
    }
    return 'ok';
  }

  return { push };
}
