/** A connection that is lost over and over before its second content brings one each time. */
const contentsMax = 64;
/** Where all miners of a network are ours, no other content may come before one of them has found a block: theirs would be withheld for ever. */
const withheldMs = 600_000;

/**
 * Which contents may have been mined before this process started, and whose shares nothing here remembers: what connections say first, until one of
 * them has said another after it. They are not given then either, on whichever connection they come again; but all are where ten minutes bring no other.
 */
export class StartContents {
  readonly #now: () => number;
  readonly #old = new Set<string>();
  #firstAt: number | undefined;
  #isOver: boolean;

  /**
   * @param now milliseconds that never go back
   * @param isFirstStart nothing was mined before
   */
  constructor(now: () => number, isFirstStart: boolean) {
    this.#now = now;
    this.#isOver = isFirstStart;
  }

  /** @param before what the same connection said before it; undefined where it is its first */
  isOld(content: string, before: string | undefined): boolean {
    if (!this.#isOver) this.#endAfterLong();
    if (this.#old.has(content)) return true;
    if (before !== undefined && before !== content) this.#isOver = true;
    if (this.#isOver) return false;
    this.#old.add(content);
    for (const oldest of this.#old) {
      if (this.#old.size <= contentsMax) break;
      this.#old.delete(oldest);
    }
    return true;
  }

  #endAfterLong(): void {
    const now = this.#now();
    this.#firstAt ??= now;
    if (now - this.#firstAt < withheldMs) return;
    this.#isOver = true;
    this.#old.clear();
  }
}
