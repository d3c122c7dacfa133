import type { BoundPayment, SignedBefore } from '../../../domain/kernel/rail.ts';
import type { AddressBook } from './address-book.ts';
import type { ReadTransaction } from './read-transaction.ts';

/** Of signed bytes, read here: who signed is not believed. */
export function claimsIn(
  transaction: ReadTransaction,
  { nameOf }: Pick<AddressBook, 'nameOf'>,
): SignedBefore {
  const { inputs } = transaction;
  return { txid: nameOf(transaction), claims: inputs.map(({ coin }) => coin) };
}

/** Those of the payments that were signed for another payment, or in a transaction of which no coin is free. */
export function boundOf(
  payments: readonly BoundPayment[],
  free: ReadonlySet<string>,
): readonly BoundPayment[] {
  return payments.filter(
    ({ before, isOfAnother }) =>
      isOfAnother === true || before.some(({ claims }) => !claims.some((name) => free.has(name))),
  );
}

/** Beyond these, one coin of each transaction is enough. */
const sharedMax = 100;

/**
 * What is spent first: what is reserved for these payments, and the coins of every transaction that was signed for one of them. All of them,
 * where they are few: what spends no coin beside them ends only together with what was signed before.
 */
export function coinsToShare(
  payments: readonly BoundPayment[],
  reserved: ReadonlySet<string>,
  free: ReadonlySet<string>,
): ReadonlySet<string> {
  const first = new Set([...reserved].filter((name) => free.has(name)));
  const all = payments.flatMap(({ before }) =>
    before.flatMap(({ claims }) => claims.filter((name) => free.has(name))),
  );
  if (new Set([...first, ...all]).size <= sharedMax) return new Set([...first, ...all]);
  for (const { claims } of payments.flatMap(({ before }) => before)) {
    const shared = claims.find((name) => free.has(name));
    if (shared !== undefined && !claims.some((name) => first.has(name))) first.add(shared);
  }
  return first;
}

/** The first transaction signed before of which these coins spend none. */
export function firstMissed(
  payments: readonly BoundPayment[],
  names: ReadonlySet<string>,
): SignedBefore | undefined {
  return payments
    .flatMap(({ before }) => before)
    .find(({ claims }) => !claims.some((name) => names.has(name)));
}
