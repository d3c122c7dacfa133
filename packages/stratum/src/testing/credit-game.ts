/**
 * What a client can do to a pool, whatever dialect it speaks, and what it is credited for it. A dialect implements
 * `CreditGame` over its own session and must pass `strategies` and those of `drawn-strategies.ts`: whatever a
 * client does, the expected credit per hash is at most 1.
 */

/** A hash that a client keeps. */
export interface HeldShare {
  /** The most work that a share with this hash can count: the inverse of the chance to find one as low. */
  readonly value: number;
  /** The session that was told the extranonce under which it was found. */
  readonly session: number;
}

export interface SearchOptions {
  /** Seconds by which the share's time lies ahead. */
  readonly ahead?: number;
  /** Whether other fields of the header are varied, too. */
  readonly roll?: boolean;
  /** Searches for the public job, also where the session was sent another one or none. */
  readonly publicJob?: boolean;
}

/** Sessions are numbered in the order in which they were opened. All work is in expected hashes. */
export interface CreditGame<Share extends HeldShare = HeldShare> {
  /** Ports that share jobs and extranonces, each with another first difficulty. */
  readonly ports: number;
  /** Bounds of what may be asked for. */
  readonly leastWork: number;
  readonly mostWork: number;
  /** Opens a session as far as its extranonce is told, and no further; with the extranonce of an earlier one where that is granted. */
  connect(options: {
    readonly port: number;
    readonly resume?: number;
    /** Asked for before the extranonce is told. */
    readonly wanted?: number;
  }): number;
  login(session: number, wanted?: number): void;
  suggest(session: number, wanted: number): void;
  hangUp(session: number): void;
  /** A job on the same block; one on a new block; one on the block before, as after a reorganisation; a clean one on the same block. */
  openJob(kind: 'refresh' | 'block' | 'return' | 'clean'): void;
  /** The process starts again: all sessions end. */
  restart(): void;
  wait(seconds: number): void;
  /** Answers the hashes that are worth at least `leastWork`. */
  search(session: number, hashes: number, options?: SearchOptions): Share[];
  /** Searches under the extranonce that a client would expect the next session to be told. */
  searchUnderNext(hashes: number): Share[];
  /** Sends a share over a session under every job that it fits; answers what is credited. Nothing is sent that cannot count. */
  submit(session: number, share: Share): number;
  /** What the session was told last that a share counts; undefined where nothing was. */
  reported(session: number): number | undefined;
}

/** Hashes that were searched and work that was credited, with the sum of the squares of each share's credit. */
export interface Score {
  readonly hashes: number;
  readonly credited: number;
  readonly squares: number;
}

/**
 * How far the credit lies above the hashes, in standard deviations. A hash for which w is promised is credited w with
 * chance 1/w, or 0: its mean is 1 and its variance w - 1, and the sum of the squares of what was credited estimates the
 * sum of these. An honest pool stays below 5 but for one run in three million.
 */
export function excessOf({ hashes, credited, squares }: Score): number {
  return (credited - hashes) / Math.sqrt(Math.max(squares, 1));
}

/** Counts around a game. */
export class CountingClient<Share extends HeldShare> {
  readonly game: CreditGame<Share>;
  #hashes = 0;
  #credited = 0;
  #squares = 0;

  constructor(game: CreditGame<Share>) {
    this.game = game;
  }

  get score(): Score {
    return { hashes: this.#hashes, credited: this.#credited, squares: this.#squares };
  }

  search(session: number, hashes: number, options?: SearchOptions): Share[] {
    this.#hashes += hashes;
    return this.game.search(session, hashes, options);
  }

  searchUnderNext(hashes: number): Share[] {
    this.#hashes += hashes;
    return this.game.searchUnderNext(hashes);
  }

  submit(session: number, shares: readonly Share[]): void {
    for (const share of shares) {
      const work = this.game.submit(session, share);
      this.#credited += work;
      this.#squares += work * work;
    }
  }

  /** The one difficulty under which these shares together would count most. */
  best(shares: readonly Share[]): number {
    const values = shares.map(({ value }) => value).toSorted((a, b) => b - a);
    let [most, best] = [0, this.game.leastWork];
    for (const [index, value] of values.entries()) {
      const work = Math.min(Math.floor(value), this.game.mostWork);
      if (work * (index + 1) > most) [most, best] = [work * (index + 1), work];
    }
    return best;
  }
}
