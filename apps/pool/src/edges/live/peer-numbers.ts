/** Other processes that are remembered; a pool has a handful. */
const peersMax = 256;

/** The number of the last message of every other process. */
export class PeerNumbers {
  readonly #last = new Map<string, number>();

  /** Whether a message is the next of its process, comes after a gap, or was received before. */
  receive(from: string, number: number): 'next' | 'gap' | 'repeated' {
    const last = this.#last.get(from) ?? 0;
    if (number <= last) return 'repeated';
    // Deleted first, so that the map stays in the order of use.
    this.#last.delete(from);
    this.#last.set(from, number);
    const [oldest] = this.#last.keys();
    if (this.#last.size > peersMax && oldest !== undefined) this.#last.delete(oldest);
    return number === last + 1 ? 'next' : 'gap';
  }
}
