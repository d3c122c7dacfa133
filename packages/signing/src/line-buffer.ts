/**
 * Cuts the text of one connection into lines, the same however it comes in pieces. Text, not bytes: the socket decodes UTF-8, which may be
 * cut anywhere between two chunks. A line of more than `lengthMax` UTF-16 units, and everything after it, is not handed on.
 */
export class LineBuffer {
  readonly #lengthMax: number;
  readonly #parts: string[] = [];
  #length = 0;
  #isTooLong = false;

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax;
  }

  /** Whether a line was begun that is not yet whole. */
  get isInside(): boolean {
    return this.#length > 0;
  }

  /** Whether a line was longer than it may be: then nothing more is taken. */
  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  /** Takes the next text and answers the lines that it completes, without their ends. */
  push(chunk: string): readonly string[] {
    const lines: string[] = [];
    for (let from = 0; !this.#isTooLong; ) {
      const end = chunk.indexOf('\n', from);
      const part = chunk.slice(from, end < 0 ? undefined : end);
      this.#length += part.length;
      if (this.#length > this.#lengthMax) this.#fail();
      else if (end < 0) {
        if (part !== '') this.#keep(part);
        return lines;
      } else {
        lines.push([...this.#parts, part].join(''));
        this.#parts.length = 0;
        this.#length = 0;
        from = end + 1;
      }
    }
    return lines;
  }

  #fail(): void {
    this.#isTooLong = true;
    this.#parts.length = 0;
    this.#length = 0;
  }

  /** Pieces are joined with others of their size: a line that comes letter by letter takes no more memory than one that comes at once. */
  #keep(part: string): void {
    let last = part;
    for (let before = this.#parts.at(-1); before !== undefined && before.length <= last.length; ) {
      last = [before, last].join('');
      this.#parts.pop();
      before = this.#parts.at(-1);
    }
    this.#parts.push(last);
  }
}
