const rememberedMax = 10_000;

/** Where blocks belong that were submitted, for nodes that forget those beside their best branch. */
export class HeightMemory {
  readonly #heights = new Map<string, number>();

  remember(hash: string, height: number): void {
    this.#heights.set(hash, height);
    const [oldest] = this.#heights.keys();
    if (this.#heights.size > rememberedMax && oldest !== undefined) this.#heights.delete(oldest);
  }

  of(hash: string): number | undefined {
    return this.#heights.get(hash);
  }
}
