import { AsyncLocalStorage } from 'node:async_hooks';

/** Undefined in a pool at work: on Node 20 it makes every read and write of every socket dearer, for good, once it was used. */
let inside: AsyncLocalStorage<true> | undefined;

/** From now on `refuseInsideTransaction` knows who asks. For suites: what they run through is right in the pool as well. */
export function armTransactionGuard(): void {
  inside ??= new AsyncLocalStorage();
}

/** Runs `work` marked as being inside a transaction. */
export function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return inside === undefined ? work() : inside.run(true, work);
}

/** Throws where the database itself is used inside a transaction: on one connection that would wait for ever. */
export function refuseInsideTransaction(): void {
  if (inside?.getStore() === true)
    throw new Error('inside a transaction only the transaction may be queried');
}
