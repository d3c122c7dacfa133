/** A node may be this many blocks behind the others: those are on their way to it. */
const blocksMax = 2;
/** Longer than a block takes to every node, ms. */
const lagMsMax = 30_000;

/**
 * Finds out which nodes have fallen behind the others of their chain and stay there. One that its peers cut off from the newest blocks hears of
 * none, and calls itself well.
 */
export class LagWatch {
  readonly #behindSince = new Map<string, number>();

  /**
   * A node is behind where more than half of the others have more than two blocks that it lacks, for half a minute: one alone that claims a height
   * takes out no two that agree.
   *
   * @param heights of the nodes that are well, by name
   * @param now on a clock that only goes forward, ms
   * @returns of each node that is behind, why it gives no work, in words for the operator
   */
  judge(heights: ReadonlyMap<string, number>, now: number): ReadonlyMap<string, string> {
    const behind = new Map<string, string>();
    for (const [node, height] of heights) {
      const most = heightOfMost([...heights].flatMap(([name, each]) => (name === node ? [] : [each])));
      if (most === undefined || most - height <= blocksMax) {
        this.#behindSince.delete(node);
        continue;
      }
      const since = this.#behindSince.get(node) ?? now;
      this.#behindSince.set(node, since);
      if (now - since >= lagMsMax)
        behind.set(node, `it is behind the other nodes: block ${height}, and they have ${most}`);
    }
    // A node that is away is judged from the beginning when it comes back.
    for (const node of this.#behindSince.keys()) if (!heights.has(node)) this.#behindSince.delete(node);
    return behind;
  }
}

/** What more than half of them have; undefined of none. */
function heightOfMost(heights: readonly number[]): number | undefined {
  return heights.toSorted((left, right) => right - left)[Math.floor(heights.length / 2)];
}
