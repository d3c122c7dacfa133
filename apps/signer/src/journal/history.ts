import { isIdClaim, isImageClaim, isNumberClaim } from '../families/family.ts';
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
  /** Of numbers of senders only: a coin is not asked for. Any of the lines that use one names its payouts. */
  readonly #byNumber = new Map<string, number>();
  /** By id, of networks whose bytes do not say whom they pay. */
  readonly #byTxid = new Map<string, number>();
  /** By network, of those where no transaction excludes another one: the pool asks for all that were signed lately. */
  readonly #inOrder = new Map<string, number[]>();
  readonly #spent = new Map<string, bigint>();
  #day = 0;

  /** Takes the lines in their order. */
  add(entry: number, line: SignedLine): void {
    const day = Math.floor(line.at / dayMs);
    if (day > this.#day) {
      this.#day = day;
      this.#spent.clear();
    }
    this.#spend(line.network, undefined, line.fee);
    if (line.kind === 'payout')
      for (const { payoutId, token, amount } of line.orders)
        if (!this.#byPayout.has(payoutId)) this.#spend(line.network, token, amount);
    this.#byName.set(`${line.network} ${line.name}`, entry);
    // One that was used for nothing can be used for a payout all the same: at most one of both is confirmed.
    for (const claim of line.orders.length === 0 ? [] : line.claims)
      if (isNumberClaim(claim)) this.#byNumber.set(`${line.network} ${claim}`, entry);
    if (line.claims.some(isImageClaim)) this.#byTxid.set(`${line.network} ${line.txid}`, entry);
    if (line.claims.some(isIdClaim)) {
      const before = this.#inOrder.get(line.network);
      if (before === undefined) this.#inOrder.set(line.network, [entry]);
      else before.push(entry);
    }
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

  /** The line of a transaction by its id; undefined for one whose bytes say by themselves whom they pay. */
  entryOfTxid(network: string, txid: string): number | undefined {
    return this.#byTxid.get(`${network} ${txid}`);
  }

  /** All lines of a network whose transactions claim their ids, the oldest first; none of another network. */
  entriesOn(network: string): readonly number[] {
    return this.#inOrder.get(network) ?? [];
  }

  /** The newest line that uses the number of a sender; undefined for a claim of another kind. */
  entryOfNumber(network: string, claim: string): number | undefined {
    return this.#byNumber.get(`${network} ${claim}`);
  }

  /**
   * What left of the coin or a token of a network on the day (UTC) of a moment in ms, fees included, a payout only with its first transaction. The day never goes
   * back: while the clock is behind the journal, the newest day of the journal goes on.
   */
  spentOn(network: string, at: number, token?: string): bigint {
    return Math.floor(at / dayMs) > this.#day ? 0n : (this.#spent.get(assetOf(network, token)) ?? 0n);
  }

  #spend(network: string, token: string | undefined, amount: bigint): void {
    const asset = assetOf(network, token);
    this.#spent.set(asset, (this.#spent.get(asset) ?? 0n) + amount);
  }
}

function assetOf(network: string, token = ''): string {
  return `${network} ${token}`;
}

function listOf(entries: number | readonly number[]): readonly number[] {
  return typeof entries === 'number' ? [entries] : entries;
}
