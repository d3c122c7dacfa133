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
   * What the call is about, where a partner may hang on one thing and answer about others: then this item pauses alone, and the whole
   * kind once `itemsMax` of them hang.
   */
  readonly item?: string;
  /** Less time than other calls have, ms. */
  readonly callMs?: number;
  /** In place of the pause that the limit was made with, ms. */
  readonly pauseMs?: number;
}

/** Runs a call with the limit. `what` names the partner and the kind of call; it stands in the error. */
export type CallLimit = <T>(what: string, call: () => Promise<T>, item?: CallItem) => Promise<T>;

interface GivenUp {
  readonly at: number;
  calls: number;
}

/** A partner that owes answers about three things is taken to hang as a whole. */
const itemsMax = 3;

/**
 * Gives every call to the outside a time limit. A call that does not end in time is rejected with `Unanswered`; what it answers later is
 * thrown away. While it still has not ended, further calls of its kind are rejected at once, and one is tried in each pause: a partner that
 * hangs costs its callers one wait in each pause and not one for each call, and calls that hang do not pile up.
 */
export function createCallLimit({ callMs, pauseMs, now }: CallLimitOptions): CallLimit {
  /** By the kind of call, then by what it was about. */
  const givenUp = new Map<string, Map<string, GivenUp>>();

  function giveUp(what: string, item: string, ended: Promise<unknown>): void {
    const items = givenUp.get(what) ?? new Map<string, GivenUp>();
    givenUp.set(what, items);
    items.set(item, { at: now(), calls: (items.get(item)?.calls ?? 0) + 1 });
    const end = (): void => {
      const last = items.get(item);
      if (last === undefined) return;
      last.calls -= 1;
      if (last.calls === 0) items.delete(item);
      if (items.size === 0) givenUp.delete(what);
    };
    void ended.then(end, end);
  }

  function isPaused(what: string, item: string, ms: number): boolean {
    const items = givenUp.get(what);
    if (items === undefined) return false;
    const own = items.get(item);
    const hanging = items.size >= itemsMax ? [...items.values()] : own === undefined ? [] : [own];
    return hanging.some(({ at }) => now() - at < ms);
  }

  return async (what, call, { item = '', ...own } = {}) => {
    const limitMs = Math.min(own.callMs ?? callMs, callMs);
    if (isPaused(what, item, own.pauseMs ?? pauseMs))
      throw new Unanswered(`${what}: an earlier call has not been answered yet`, { isPaused: true });
    const running = call();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        giveUp(what, item, running);
        reject(new Unanswered(`${what}: no answer within ${limitMs / 1000} s`));
      }, limitMs);
    });
    try {
      return await Promise.race([running, limit]);
    } finally {
      clearTimeout(timer);
    }
  };
}
