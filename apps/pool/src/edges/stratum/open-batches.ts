import type { Login } from '@openlode/mining/user-string';
import type { CountedReject, Relayed, WorkBatch } from '../../domain/kernel/work-batch.ts';
import { OpenBatch } from './open-batch.ts';

/** Another pool that gives work; undefined before its first job, and no share of it is taken then. */
export type RelayedOf = () => Relayed | undefined;

/** What a batch is made of when it closes. */
export interface TakenBatch {
  readonly content: Pick<WorkBatch, 'id' | 'relayed' | 'lines' | 'rejects'>;
  readonly shares: number;
  readonly firstAt: number | undefined;
}

/**
 * Shares as they arrive, those of each source of work in a batch of its own: what another pool pays is shared by its work alone, and what a block
 * of ours pays by that of our own chains.
 */
export class OpenBatches {
  readonly #sources = new WeakMap<Login, string>();
  readonly #newId: () => string;
  readonly #own: OpenBatch;
  readonly #relayed = new Map<RelayedOf, OpenBatch>();
  #shares = 0;

  constructor(newId: () => string) {
    this.#newId = newId;
    this.#own = new OpenBatch(newId, this.#sources);
  }

  get shares(): number {
    return this.#shares;
  }

  get isEmpty(): boolean {
    return this.#all().every(({ isEmpty }) => isEmpty);
  }

  /** When the first share was added, in ms; undefined without shares. */
  get firstAt(): number | undefined {
    const times = this.#all().flatMap(({ firstAt }) => firstAt ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Sets where all work of a login comes from. */
  setSource(login: Login, source: string): void {
    this.#sources.set(login, source);
  }

  /** Where all work of a login comes from; undefined where that is not known. */
  sourceOf(login: Login): string | undefined {
    return this.#sources.get(login);
  }

  /**
   * `relayed`: whose work it was; left out for that of our own chains. Answers the id of the batch that it will be recorded with.
   *
   * @throws Error for a share of another pool that has given no job
   */
  add(login: Login, work: bigint, at: number, relayed?: RelayedOf): string {
    if (relayed !== undefined && relayed() === undefined)
      throw new Error('a share of another pool came before its first job');
    const open = this.#of(relayed);
    open.add(login, work, at);
    this.#shares += 1;
    return open.id;
  }

  reject(login: Login, reason: CountedReject, at: number, relayed?: RelayedOf): void {
    // Refused shares earn nothing: those that come before another pool has given work are counted as any.
    this.#of(relayed?.() === undefined ? undefined : relayed).reject(login, reason, at);
  }

  /** Empties all; answers those that had something. */
  take(): TakenBatch[] {
    const taken = [this.#taken(this.#own, undefined)];
    for (const [relayed, open] of this.#relayed) taken.push(this.#taken(open, relayed()));
    this.#shares = 0;
    return taken.flatMap((each) => each ?? []);
  }

  #taken(open: OpenBatch, relayed: Relayed | undefined): TakenBatch | undefined {
    if (open.isEmpty) return undefined;
    const { shares, firstAt } = open;
    return { content: { ...(relayed && { relayed }), ...open.take() }, shares, firstAt };
  }

  #of(relayed: RelayedOf | undefined): OpenBatch {
    if (relayed === undefined) return this.#own;
    let open = this.#relayed.get(relayed);
    if (open === undefined) this.#relayed.set(relayed, (open = new OpenBatch(this.#newId, this.#sources)));
    return open;
  }

  #all(): OpenBatch[] {
    return [this.#own, ...this.#relayed.values()];
  }
}
