import { AsyncLocalStorage } from 'node:async_hooks';
import { armCrashPoints } from '../../../domain/kernel/crash-point.ts';
import type { PayoutJournal } from '../../../domain/kernel/payout-journal.ts';
import type { NodeRpc } from '../../../adapters/chains/nodes/node-rpc.ts';
import type { Database } from '../../../runtime/database/database.ts';

/** Thrown through what a dead process was doing. */
export class Died extends Error {
  override readonly name = 'Died';
}

/** When a process dies: at the first of some crash points that it comes to, or before or after one of its calls to database, node, signer or disk. */
export type Doom =
  /** `isOfOperator`: points of what an operator does, who does it then. */
  | { readonly at: 'point'; readonly points: readonly string[]; readonly isOfOperator?: true }
  | { readonly at: 'call'; readonly calls: number };

/**
 * One life of a process that shares an operating system process with the suite. From its death on nothing of it reaches the world outside:
 * whatever goes on behind a `catch` finds every call refused.
 */
export class Life {
  #doom: Doom | undefined;
  #calls = 0;
  /** Where it died: the name of a crash point, or `a call`. */
  diedAt: string | undefined;

  constructor(doom?: Doom) {
    this.#doom = doom;
  }

  get isOver(): boolean {
    return this.diedAt !== undefined;
  }

  /** How it ends from here on; without one nothing ends it by itself. */
  doom(doom: Doom | undefined): void {
    this.#doom = doom;
    this.#calls = 0;
  }

  end(where: string): void {
    this.diedAt ??= where;
  }

  /** A crash point. */
  reach(name: string): void {
    this.#refuse();
    if (this.#doom?.at === 'point' && this.#doom.points.includes(name)) this.#die(name);
  }

  /** Before and after each call to the world outside. */
  pass(): void {
    this.#refuse();
    if (this.#doom?.at !== 'call') return;
    this.#calls += 1;
    if (this.#calls === this.#doom.calls) this.#die('a call');
  }

  async call<T>(work: () => Promise<T>): Promise<T> {
    this.pass();
    const answer = await work();
    this.pass();
    return answer;
  }

  #refuse(): void {
    if (this.isOver) throw new Died('the process is dead');
  }

  #die(where: string): never {
    this.end(where);
    throw new Died(`the process died at ${where}`);
  }
}

const living = new AsyncLocalStorage<Life>();

/** What a process does: crash points that it comes to are its own. */
export function live<T>(life: Life, work: () => Promise<T>): Promise<T> {
  return living.run(life, work);
}

/** Until `armCrashPoints()`. */
export function armLives(): void {
  armCrashPoints((name) => living.getStore()?.reach(name));
}

export function mortalDatabase(db: Database, life: Life): Database {
  return {
    ...db,
    query: (statement) => life.call(() => db.query(statement)),
    transaction: (work, options) =>
      life.call(() =>
        db.transaction(async (tx) => {
          const done = await work({
            query: (statement) => life.call(() => tx.query(statement)),
            afterCommit: (run) =>
              tx.afterCommit(() => {
                if (!life.isOver) run();
              }),
          });
          // Dead before its COMMIT was sent, or, behind `call`, after it.
          life.pass();
          return done;
        }, options),
      ),
  };
}

export function mortalJournal(journal: PayoutJournal, life: Life): PayoutJournal {
  return { ...journal, append: (line) => life.call(() => journal.append(line)) };
}

export function mortalRpc(rpc: NodeRpc, life: Life): NodeRpc {
  return { ...rpc, call: (method, params, options) => life.call(() => rpc.call(method, params, options)) };
}

/** Each method of a signer. */
export function mortalSigner<Signer extends object>(signer: Signer, life: Life): Signer {
  return new Proxy(signer, {
    get: (target, name): unknown => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) =>
        life.call(async () => (value as (...all: unknown[]) => unknown).apply(target, given));
    },
  });
}
