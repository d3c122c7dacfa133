/** A connection that is lost over and over before its second content brings one each time. */
const contentsMax = 64;

/**
 * Which contents may have been mined before this process started, and whose shares nothing here remembers: what connections say first, until one of
 * them has said another after it. They are never given, on whichever connection they come again.
 */
export class StartContents {
  readonly #old = new Set<string>();
  #isOver: boolean;

  /** @param isFirstStart nothing was mined before */
  constructor(isFirstStart: boolean) {
    this.#isOver = isFirstStart;
  }

  /** @param before what the same connection said before it; undefined where it is its first */
  isOld(content: string, before: string | undefined): boolean {
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
}
