import { MoveTurns, planMove } from './move-miners.ts';
import type { JobFeed } from './job-feed.ts';
import type { SourceInUse } from './listener-options.ts';
import { beginOrder, isWorkless, lookAtOrder, type SourceOrder, type UsedBecause } from './source-order.ts';
import type { StratumListener } from './stratum-listener.ts';

/** A source of work of an algorithm, in the order of its operator. */
export interface OrderedSource {
  /** The chain, or the other pool as the settings name it. */
  readonly name: string;
  readonly kind: 'chain' | 'upstream';
  readonly feed: Pick<JobFeed, 'hasWork'>;
}

/** Which source gives work now, since when and why. */
export interface UsedSource {
  readonly name: string;
  readonly kind: OrderedSource['kind'];
  /** Its place, from 0 on. */
  readonly place: number;
  readonly why: UsedBecause;
  /** When it began, ms since 1970. */
  readonly since: number;
}

export interface ServeOptions {
  readonly sources: readonly [OrderedSource, ...OrderedSource[]];
  /** Those that are open; later ones are served as well. */
  readonly listeners: readonly Pick<StratumListener, 'connected' | 'connectedElsewhere' | 'letAllGo'>[];
  /** Milliseconds that never go back. */
  readonly steadyNow: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Another source is used. */
  readonly onMove: (used: UsedSource, before: OrderedSource) => void;
  /** No source has given work for so long that miners are let go. */
  readonly onWorkless: () => void;
}

const lookEveryMs = 1000;
const moveEveryMs = 100;
/** Miners are moved in turns that end within a third of it: other ports of the algorithm take them at once. */
const moveWithinMs = 30_000;

const noWorkText = 'This pool has no work for this algorithm now: use your other pool meanwhile';

/**
 * Gives the work of the first source that has some, and moves miners when that is another one: each is asked to connect again, and served on by
 * its source until it does. A connection has its work of one source for as long as it lasts, so that what it sends is judged, counted and sent
 * on by that one alone.
 */
export class ServeInOrder implements SourceInUse {
  readonly #options: ServeOptions;
  readonly #looking: NodeJS.Timeout;
  #moving: NodeJS.Timeout | undefined;
  #order: SourceOrder;
  #since: number;
  #isLettingGo = false;

  constructor(options: ServeOptions) {
    this.#options = options;
    this.#order = beginOrder(options.sources.length, options.steadyNow());
    this.#since = options.now();
    this.#looking = setInterval(() => this.look(), lookEveryMs);
    this.#looking.unref();
  }

  get using(): number {
    return this.#order.using;
  }

  get noWork(): string | undefined {
    return this.#isLettingGo ? noWorkText : undefined;
  }

  get used(): UsedSource {
    const { using, why } = this.#order;
    const { sources } = this.#options;
    const { name, kind } = sources[using] ?? sources[0];
    return { name, kind, place: using, why, since: this.#since };
  }

  /** In the order of the operator. */
  get sources(): readonly (Pick<OrderedSource, 'name' | 'kind'> & { readonly hasWork: boolean })[] {
    return this.#options.sources.map(({ name, kind, feed }) => ({ name, kind, hasWork: feed.hasWork }));
  }

  /** Called once a second. */
  look(): void {
    const { sources, listeners, steadyNow, now, onMove, onWorkless } = this.#options;
    const before = this.#order;
    this.#order = lookAtOrder(
      before,
      sources.map(({ feed }) => feed.hasWork),
      steadyNow(),
    );
    if (this.#order.using !== before.using) {
      this.#since = now();
      onMove(this.used, sources[before.using] ?? sources[0]);
      this.#move();
    }
    const isOver = isWorkless(this.#order);
    if (isOver && !this.#isLettingGo) onWorkless();
    this.#isLettingGo = isOver;
    if (isOver) for (const listener of listeners) listener.letAllGo(noWorkText);
  }

  close(): void {
    clearInterval(this.#looking);
    clearInterval(this.#moving);
  }

  #move(): void {
    clearInterval(this.#moving);
    const elsewhere = () =>
      this.#options.listeners.flatMap((listener) => [...listener.connectedElsewhere(this.using)]);
    // Those that come meanwhile have what there is for them: where the one that is used is full, that of another one.
    const moved = new Set(elsewhere());
    const turns = new MoveTurns(planMove(moved.size, moveWithinMs));
    const began = this.#options.steadyNow();
    const turn = (): void => {
      const there = elsewhere().filter((connection) => moved.has(connection));
      const { left } = turns.take(there, this.#options.steadyNow() - began);
      if (left === 0) clearInterval(this.#moving);
    };
    this.#moving = setInterval(turn, moveEveryMs);
    this.#moving.unref();
    turn();
  }
}
