import { AsyncLocalStorage } from 'node:async_hooks';

/** Stays undefined in production: on Node 20, AsyncLocalStorage slows every socket read and write down from its first use on. */
let inside: AsyncLocalStorage<true> | undefined;

/** Arms `refuseInsideTransaction`, in suites only: code that passes the suites does not need the check in production. */
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
