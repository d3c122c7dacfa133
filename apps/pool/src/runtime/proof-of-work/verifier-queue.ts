import { FairQueue } from './fair-queue.ts';

/** Whose share it is, and how it stands with the verifier. */
export interface Standing {
  /** The client address. */
  readonly source: string;
  /** Whether its connection has had shares accepted, and few wasted; see `share-trust`. */
  readonly isTrusted: boolean;
}

/** Where both wait, every fourth turn is of those that are not trusted. */
const untrustedEvery = 4;
/** Of what may wait, a quarter in their lane. */
const untrustedPart = 4;

/**
 * What waits for a verifier, in two lanes: those whose connections have had shares accepted take turns by miner, all others by client
 * address. Addresses to mine to are free, and so are connections: without a lane of their own, those who send made-up shares from a
 * hundred of them would take a hundred turns of a hundred and one.
 */
export class VerifierQueue<Entry> {
  readonly #trusted: FairQueue<Entry>;
  readonly #others: FairQueue<Entry>;
  #turn = 0;

  constructor(max: number) {
    this.#trusted = new FairQueue(max);
    this.#others = new FairQueue(Math.max(1, Math.ceil(max / untrustedPart)));
  }

  get size(): number {
    return this.#trusted.size + this.#others.size;
  }

  /** Answers the entry that had to make room, which may be the new one. Without a standing it is the pool's own, which is trusted. */
  add(owner: string, entry: Entry, standing?: Standing): Entry | undefined {
    return standing === undefined || standing.isTrusted
      ? this.#trusted.add(owner, entry)
      : this.#others.add(standing.source, entry);
  }

  /** The entry whose turn it is; `mayDistrust` is false where it has to be one that is trusted. */
  next(mayDistrust = true): { readonly entry: Entry; readonly isTrusted: boolean } | undefined {
    const isTheirs = this.#trusted.size === 0 || this.#turn >= untrustedEvery - 1;
    if (mayDistrust && isTheirs && this.#others.size > 0) {
      this.#turn = 0;
      return taken(this.#others.next(), false);
    }
    if (this.#trusted.size === 0) return undefined;
    this.#turn += 1;
    return taken(this.#trusted.next(), true);
  }
}

function taken<Entry>(
  entry: Entry | undefined,
  isTrusted: boolean,
): { readonly entry: Entry; readonly isTrusted: boolean } | undefined {
  return entry === undefined ? undefined : { entry, isTrusted };
}
