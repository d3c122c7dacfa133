import { AsyncLocalStorage } from 'node:async_hooks';

const inside = new AsyncLocalStorage<true>();

/** Runs `work` marked as being inside a transaction. */
export function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return inside.run(true, work);
}

/** Throws where the database itself is used inside a transaction: on one connection that would deadlock for ever. */
export function refuseInsideTransaction(): void {
  if (inside.getStore() === true) throw new Error('inside a transaction only the transaction may be queried');
}
