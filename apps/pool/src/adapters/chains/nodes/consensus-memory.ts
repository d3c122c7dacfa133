import { UnreadableAnswer } from './node-answers.ts';

/** Those of the newest blocks. */
const namedMax = 64;

/** What follows from a chain, so that all its nodes must name it alike. The first that names it is believed. */
export class ConsensusMemory {
  readonly #named = new Map<string, string>();

  /** @throws UnreadableAnswer where another value was named before of what stands there */
  refuseOther(where: string, what: string, value: string): void {
    const known = this.#named.get(where) ?? value;
    if (known !== value) throw new UnreadableAnswer(`it names another ${what} than was named before it`);
    // What is asked for again is the newest.
    this.#named.delete(where);
    this.#named.set(where, value);
    for (const oldest of this.#named.keys()) if (this.#named.size > namedMax) this.#named.delete(oldest);
  }
}
