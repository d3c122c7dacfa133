import type { BoundPayment, SignedBefore } from '../../../domain/kernel/rail.ts';
import type { ReadTransaction } from './read-transaction.ts';

/** Of signed bytes, read here: who signed is not believed. */
export function claimsIn({ txid, inputs }: ReadTransaction): SignedBefore {
  return { txid, claims: inputs.map(({ coin }) => coin) };
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

/** What is spent first: what is reserved for these payments, and a coin of every transaction that was signed for one of them. */
export function coinsToShare(
  payments: readonly BoundPayment[],
  reserved: ReadonlySet<string>,
  free: ReadonlySet<string>,
): ReadonlySet<string> {
  const first = new Set([...reserved].filter((name) => free.has(name)));
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
