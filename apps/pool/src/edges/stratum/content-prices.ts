import type { ShareTerms } from '@openlode/stratum/core/judge-share';
import type { RelayedOpenJob } from '@openlode/stratum/upstream/relayed-share';

/** Contents whose price is remembered: as many as lanes are. */
const pricesMax = 4096;

/** What shares of a content count, where that is one for all miners of it: fixed when it comes first, on whatever connection. */
export class ContentPrices {
  /** The oldest first. */
  readonly #prices = new Map<string, ShareTerms>();

  of(content: string): ShareTerms | undefined {
    return this.#prices.get(content);
  }

  /** A job was opened. */
  note({ price, upstream: { content } }: RelayedOpenJob): void {
    if (price === undefined || this.#prices.has(content)) return;
    this.#prices.set(content, price);
    for (const oldest of this.#prices.keys()) {
      if (this.#prices.size <= pricesMax) break;
      this.#prices.delete(oldest);
    }
  }
}
