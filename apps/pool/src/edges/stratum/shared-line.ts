/** The bytes of a line that thousands of connections are sent: made once, as long as the same line is asked for. */
export class SharedLine {
  #line = '';
  #bytes = Buffer.alloc(0);

  bytesOf(line: string): Buffer {
    if (line !== this.#line) {
      this.#line = line;
      this.#bytes = Buffer.from(line, 'latin1');
    }
    return this.#bytes;
  }
}
