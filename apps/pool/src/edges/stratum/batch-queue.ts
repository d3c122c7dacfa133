import type { WorkBatch } from '../../domain/kernel/work-batch.ts';

/** A closed batch that is not recorded yet. */
interface QueuedBatch {
  readonly id: string;
  /** Undefined where the batch is in the log only, to bound memory. */
  batch: WorkBatch | undefined;
  readonly shares: number;
  readonly firstAt: number | undefined;
  readonly closedAt: number;
  isLogged: boolean;
}

/** Batches that are recorded in one transaction. */
export interface BatchGroup {
  readonly batches: readonly WorkBatch[];
  /** How many of them stand at the head of the queue; 0 where an earlier process left them in the log. */
  readonly queued: number;
}

/** Limits of one group. */
export const groupBatchesMax = 64;
const groupLinesMax = 40_000;

/** This many shares in memory alone are recorded without a pause, and no batch has more: at four times as many shares are refused. */
export const groupSharesMax = 50_000;

/** Lines of logged batches that also stay in memory, so that they need not be read back. */
const cachedLinesMax = 100_000;

/**
 * The closed batches of an accumulator in order, and where each is: in memory, in the write-ahead log, or in both. Logged batches stand
 * before the others. Performs no input or output.
 */
export class BatchQueue {
  readonly #batches: QueuedBatch[] = [];
  #logged = 0;
  #cachedLines = 0;
  #unloggedShares = 0;
  #older: number;

  /** `older`: batches that an earlier process left in the log. They are recorded before all others. */
  constructor(older: number) {
    this.#older = older;
  }

  get length(): number {
    return this.#batches.length;
  }

  get isEmpty(): boolean {
    return this.#older === 0 && this.#batches.length === 0;
  }

  /** Whether as much waits as is recorded at once. */
  get isFull(): boolean {
    return this.#batches.length > groupBatchesMax || this.#unloggedShares >= groupSharesMax;
  }

  /** Shares of batches that are in memory only. */
  get unloggedShares(): number {
    return this.#unloggedShares;
  }

  /** When the oldest batch with shares began, in ms. */
  get firstAt(): number | undefined {
    return this.#batches.find(({ firstAt }) => firstAt !== undefined)?.firstAt;
  }

  /** When the oldest batch was closed, and the oldest that is in memory only. */
  get oldestClosedAt(): number | undefined {
    return this.#batches[0]?.closedAt;
  }

  get oldestUnloggedAt(): number | undefined {
    return this.#batches[this.#logged]?.closedAt;
  }

  push(
    batch: WorkBatch,
    { shares, firstAt, closedAt }: Pick<QueuedBatch, 'shares' | 'firstAt' | 'closedAt'>,
  ) {
    this.#batches.push({ id: batch.id, batch, shares, firstAt, closedAt, isLogged: false });
    this.#unloggedShares += shares;
  }

  /** How many batches at the head have to be read from the log. */
  get onlyLogged(): number {
    if (this.#older > 0) return this.#older;
    const inMemory = this.#batches.findIndex(({ batch }) => batch !== undefined);
    return inMemory < 0 ? this.#batches.length : inMemory;
  }

  /** The next group, for batches read from the log. */
  groupOf(batches: readonly WorkBatch[]): BatchGroup {
    return { batches, queued: this.#older > 0 ? 0 : batches.length };
  }

  /** The next group of batches that are in memory. */
  groupInMemory(): BatchGroup {
    const batches: WorkBatch[] = [];
    let lines = 0;
    for (const { batch } of this.#batches) {
      if (batch === undefined || batches.length === groupBatchesMax || lines > groupLinesMax) break;
      batches.push(batch);
      lines += batch.lines.length;
    }
    return { batches, queued: batches.length };
  }

  /** Removes a recorded group; answers how many batches of it the log holds. */
  remove({ batches, queued }: BatchGroup): number {
    if (queued === 0) {
      this.#older -= batches.length;
      return batches.length;
    }
    const removed = this.#batches.splice(0, queued);
    const logged = removed.filter(({ isLogged }) => isLogged);
    for (const { isLogged, shares, batch } of removed) {
      if (isLogged) this.#cachedLines -= batch?.lines.length ?? 0;
      else this.#unloggedShares -= shares;
    }
    this.#logged -= logged.length;
    return logged.length;
  }

  /** Batches that are in memory only. */
  unlogged(): readonly WorkBatch[] {
    return this.#batches.slice(this.#logged).flatMap(({ batch }) => batch ?? []);
  }

  /** The log took the first `count` batches of `unlogged`. */
  markLogged(count: number): void {
    for (const each of this.#batches.slice(this.#logged, this.#logged + count)) {
      each.isLogged = true;
      this.#logged += 1;
      this.#unloggedShares -= each.shares;
      const lines = each.batch?.lines.length ?? 0;
      if (this.#cachedLines + lines > cachedLinesMax) each.batch = undefined;
      else this.#cachedLines += lines;
    }
  }

  /**
   * The log was truncated from outside and holds `older` batches now. Batches that are in memory too are logged again, which is harmless
   * where the log still has them. Answers the ids of those that are gone.
   */
  forgetLogged(older: number): readonly string[] {
    const lost = this.#batches.filter(({ batch }) => batch === undefined).map(({ id }) => id);
    const kept = this.#batches.filter(({ batch }) => batch !== undefined);
    this.#batches.splice(0, this.#batches.length, ...kept);
    for (const each of kept) {
      if (each.isLogged) this.#unloggedShares += each.shares;
      each.isLogged = false;
    }
    this.#logged = 0;
    this.#cachedLines = 0;
    this.#older = older;
    return lost;
  }
}
