/** Keeps what one runner prints while another has the terminal, and passes it on once that one is through. */
export class HeldOutput {
  readonly #held: Uint8Array[] = [];
  readonly #print: (chunk: Uint8Array) => void;
  #isReleased = false;

  constructor(print: (chunk: Uint8Array) => void) {
    this.#print = print;
  }

  write(chunk: Uint8Array): void {
    if (this.#isReleased) this.#print(chunk);
    else this.#held.push(chunk);
  }

  /** Prints what was held, in its order, and from now on everything at once. */
  release(): void {
    this.#isReleased = true;
    for (const chunk of this.#held.splice(0)) this.#print(chunk);
  }
}
