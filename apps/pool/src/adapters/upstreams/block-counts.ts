import type { KnownWorks } from './known-works.ts';

/** Blocks among shares that were judged here: how many were found, and how many their work finds on average. */
export interface RelayBlocks {
  readonly found: number;
  readonly expected: number;
}

export const noBlocks: RelayBlocks = { found: 0, expected: 0 };

export function sumBlocks(all: readonly RelayBlocks[]): RelayBlocks {
  return {
    found: all.reduce((sum, { found }) => sum + found, 0),
    expected: all.reduce((sum, { expected }) => sum + expected, 0),
  };
}

/**
 * Counts them, thousands of shares a second: in place. A share is a block as often as its work is part of a block's, whatever its miner's
 * difficulty was: who keeps back shares that are blocks leaves fewer of them than that.
 */
export class BlockCounts {
  readonly #works: KnownWorks;
  readonly #ofNodes: (() => bigint | undefined) | undefined;
  #found = 0;
  #expected = 0;
  /** What was asked for last: thousands of shares in a row are of one network. */
  #target: bigint | undefined;
  #networkWork = 0;
  #isLastOne = false;

  /**
   * @param works that of the shares' targets
   * @param ofNodes expected hashes for a block by the word of our own nodes, where jobs do not say it
   */
  constructor(works: KnownWorks, ofNodes?: () => bigint | undefined) {
    this.#works = works;
    this.#ofNodes = ofNodes;
  }

  get counts(): RelayBlocks {
    return { found: this.#found, expected: this.#expected };
  }

  /** Whether the share that was counted last is a block. */
  get isLastOne(): boolean {
    return this.#isLastOne;
  }

  /**
   * Answers how many blocks the work finds on average; 0 where nothing says what one takes, and nothing is counted.
   *
   * @param reported the target of a block, by the job
   */
  add(work: bigint, proof: bigint, reported: bigint | undefined): number {
    const networkTarget = reported ?? this.#targetOfNodes();
    if (networkTarget === undefined) return 0;
    if (networkTarget !== this.#target) {
      this.#target = networkTarget;
      this.#networkWork = Number(this.#works.of(networkTarget));
    }
    const blocks = Number(work) / this.#networkWork;
    this.#expected += blocks;
    this.#isLastOne = proof <= networkTarget;
    if (this.#isLastOne) this.#found += 1;
    return blocks;
  }

  #targetOfNodes(): bigint | undefined {
    const work = this.#ofNodes?.();
    return work === undefined ? undefined : 2n ** 256n / work - 1n;
  }
}
