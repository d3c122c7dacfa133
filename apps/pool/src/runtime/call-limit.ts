/** A partner outside of the pool did not answer in time, or still owes the answer to an earlier call of the same kind. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

export interface CallLimitOptions {
  /** How long a call may take, ms. */
  readonly callMs: number;
  /** How long no further call of the same kind is tried while one that was given up has not ended, ms. */
  readonly pauseMs: number;
  /** A clock that only goes forward, ms. */
  readonly now: () => number;
}

/** Runs a call with the limit. `what` names the partner and the kind of call; it stands in the error. */
export type CallLimit = <T>(what: string, call: () => Promise<T>) => Promise<T>;

interface GivenUp {
  readonly at: number;
  calls: number;
}

/**
 * Gives every call to the outside a time limit. A call that does not end in time is rejected with `Unanswered`; what it answers later is
 * thrown away. While it still has not ended, further calls of its kind are rejected at once, and one is tried in each pause: a partner that
 * hangs costs its callers one wait in each pause and not one for each call, and calls that hang do not pile up.
 */
export function createCallLimit({ callMs, pauseMs, now }: CallLimitOptions): CallLimit {
  const givenUp = new Map<string, GivenUp>();

  function giveUp(what: string, ended: Promise<unknown>): void {
    const current: GivenUp = { at: now(), calls: (givenUp.get(what)?.calls ?? 0) + 1 };
    givenUp.set(what, current);
    const end = (): void => {
      const last = givenUp.get(what);
      if (last === undefined) return;
      last.calls -= 1;
      if (last.calls === 0) givenUp.delete(what);
    };
    void ended.then(end, end);
  }

  return async (what, call) => {
    const last = givenUp.get(what);
    if (last !== undefined && now() - last.at < pauseMs)
      throw new Unanswered(`${what}: an earlier call has not been answered yet`);
    const running = call();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        giveUp(what, running);
        reject(new Unanswered(`${what}: no answer within ${callMs / 1000} s`));
      }, callMs);
    });
    try {
      return await Promise.race([running, limit]);
    } finally {
      clearTimeout(timer);
    }
  };
}
