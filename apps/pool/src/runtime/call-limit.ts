/** A partner outside of the pool did not answer in time, or still owes the answer to an earlier call of the same kind. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  /** The partner was not asked at all. */
  readonly isPaused: boolean;

  constructor(message: string, { isPaused = false }: { readonly isPaused?: boolean } = {}) {
    super(message);
    this.isPaused = isPaused;
  }
}

export interface CallLimitOptions {
  /** How long a call may take, ms. */
  readonly callMs: number;
  /** How long no further call of the same kind is tried while one that was given up has not ended, ms. */
  readonly pauseMs: number;
  /** A clock that only goes forward, ms. */
  readonly now: () => number;
}

/** What one call may say of itself. */
export interface CallItem {
  /**
   * What the call is about, where a partner may hang on one thing and answer about others: then this item pauses alone, and longer each time.
   * The whole kind pauses when `itemsMax` of them were given up in a row, and nothing in between was answered.
   */
  readonly item?: string;
  /** Never pauses for other items: each is too urgent to wait for them. */
  readonly isAlone?: boolean;
  /** Less time than other calls have, ms. */
  readonly callMs?: number;
  /** In place of the pause that the limit was made with, ms. */
  readonly pauseMs?: number;
}

/** Runs a call with the limit. `what` names the partner and the kind of call; it stands in the error. */
export type CallLimit = <T>(what: string, call: () => Promise<T>, item?: CallItem) => Promise<T>;

interface GivenUp {
  readonly at: number;
  /** Those that have not ended. */
  calls: number;
  /** How often it was given up. */
  readonly times: number;
}

interface Kind {
  readonly items: Map<string, GivenUp>;
  /** How many calls were given up since one was answered in time. */
  inARow: number;
  /** When the last one was given up. */
  at: number;
}

/** A partner that owes answers about three things, and has answered about none since, is taken to hang as a whole. */
const itemsMax = 3;
/** An item that hangs again and again is tried after twice the pause each time, and after this many pauses at last. */
const pausesMax = 8;

/**
 * Gives every call to the outside a time limit. A call that does not end in time is rejected with `Unanswered`; what it answers later is
 * thrown away. While it still has not ended, further calls of its kind are rejected at once, and one is tried in each pause: a partner that
 * hangs costs its callers one wait in each pause and not one for each call, and calls that hang do not pile up.
 */
export function createCallLimit({ callMs, pauseMs, now }: CallLimitOptions): CallLimit {
  const kinds = new Map<string, Kind>();

  function giveUp(what: string, item: string, ended: Promise<unknown>): void {
    const kind = kinds.get(what) ?? { items: new Map<string, GivenUp>(), inARow: 0, at: 0 };
    kinds.set(what, kind);
    const before = kind.items.get(item);
    const at = now();
    kind.items.set(item, { at, calls: (before?.calls ?? 0) + 1, times: (before?.times ?? 0) + 1 });
    kind.inARow += 1;
    kind.at = at;
    const end = (): void => {
      const last = kind.items.get(item);
      if (last === undefined) return;
      last.calls -= 1;
      if (last.calls === 0) kind.items.delete(item);
      if (kind.items.size === 0) kinds.delete(what);
    };
    void ended.then(end, end);
  }

  function isPaused(what: string, item: string, ms: number, isAlone: boolean): boolean {
    const kind = kinds.get(what);
    if (kind === undefined) return false;
    const own = kind.items.get(item);
    if (own !== undefined && now() - own.at < ms * pausesOf(item, own)) return true;
    if (isAlone || kind.items.size < itemsMax || kind.inARow < itemsMax) return false;
    // What it hangs on is asked again only after something else had its chance: else it would be the only thing that is ever asked.
    return now() - kind.at < (own === undefined ? ms : 2 * ms);
  }

  return async (what, call, { item = '', isAlone = false, ...own } = {}) => {
    const limitMs = Math.min(own.callMs ?? callMs, callMs);
    if (isPaused(what, item, own.pauseMs ?? pauseMs, isAlone))
      throw new Unanswered(`${what}: an earlier call has not been answered yet`, { isPaused: true });
    const running = call();
    let timer: NodeJS.Timeout | undefined;
    let isGivenUp = false;
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        isGivenUp = true;
        giveUp(what, item, running);
        reject(new Unanswered(`${what}: no answer within ${limitMs / 1000} s`));
      }, limitMs);
    });
    try {
      return await Promise.race([running, limit]);
    } finally {
      clearTimeout(timer);
      const kind = kinds.get(what);
      if (kind !== undefined && !isGivenUp) kind.inARow = 0;
    }
  };
}

/** A kind of call that is about nothing in particular is tried in each pause: its partner may be back. */
function pausesOf(item: string, { times }: GivenUp): number {
  return item === '' ? 1 : Math.min(2 ** (times - 1), pausesMax);
}
