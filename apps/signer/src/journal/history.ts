import type { SignedLine } from './journal-line.ts';

const dayMs = 86_400_000;

/**
 * Where in the journal is what of a transaction or a payout, and what left on the newest day. It holds numbers of lines and no lines: a
 * journal of years fits in memory.
 */
export class History {
  readonly #byName = new Map<string, number>();
  /** One line mostly: a number takes less than a list. */
  readonly #byPayout = new Map<string, number | readonly number[]>();
  readonly #spent = new Map<string, bigint>();
  #day = 0;

  /** Takes the lines in their order. */
  add(entry: number, line: SignedLine): void {
    const day = Math.floor(line.at / dayMs);
    if (day > this.#day) {
      this.#day = day;
      this.#spent.clear();
    }
    const firsts =
      line.kind === 'sweep' ? [] : line.orders.filter(({ payoutId }) => !this.#byPayout.has(payoutId));
    this.#spend(
      line.network,
      firsts.reduce((sum, { amount }) => sum + amount, line.fee),
    );
    this.#byName.set(`${line.network} ${line.name}`, entry);
    for (const { payoutId } of line.orders) {
      const before = this.#byPayout.get(payoutId);
      this.#byPayout.set(payoutId, before === undefined ? entry : [...listOf(before), entry]);
    }
  }

  /** The line that has this transaction. */
  entryOf(network: string, name: string): number | undefined {
    return this.#byName.get(`${network} ${name}`);
  }

  /** The lines of all transactions that pay a payout. */
  entriesOf(payoutId: string): readonly number[] {
    const found = this.#byPayout.get(payoutId);
    return found === undefined ? [] : listOf(found);
  }

  /**
   * What left a network on the day (UTC) of a moment in ms, fees included, a payout only with its first transaction. The day never goes
   * back: while the clock is behind the journal, the newest day of the journal goes on.
   */
  spentOn(network: string, at: number): bigint {
    return Math.floor(at / dayMs) > this.#day ? 0n : (this.#spent.get(network) ?? 0n);
  }

  #spend(network: string, amount: bigint): void {
    this.#spent.set(network, (this.#spent.get(network) ?? 0n) + amount);
  }
}

function listOf(entries: number | readonly number[]): readonly number[] {
  return typeof entries === 'number' ? [entries] : entries;
}
