import type { InvalidationProof } from '../../../domain/kernel/rail.ts';
import type { EvmPayment } from './read-transaction.ts';

/** What a stored proof says. */
export interface EvmProof {
  readonly account: string;
  readonly nonce: number;
  readonly token: string | undefined;
  readonly payee: string;
  readonly units: bigint;
}

/**
 * What proves later that a transaction can never be confirmed: its account and number, which another one would have to use. And what it
 * pays, to be held against what its execution did.
 */
export function proofOf({
  account,
  nonce,
  token,
  payee,
  units,
}: Omit<EvmProof, 'nonce'> & Pick<EvmPayment, 'nonce'>): InvalidationProof {
  return {
    account,
    nonce: nonce.toString(),
    payee,
    units: units.toString(),
    ...(token !== undefined && { token }),
  };
}

/** Whether it is of a rail of this kind. */
export function isOwnProof(proof: InvalidationProof): boolean {
  return proof['account'] !== undefined && proof['nonce'] !== undefined;
}

/** Throws an Error where it is none of this rail. */
export function readProof(proof: InvalidationProof): EvmProof {
  const { account = '', nonce = '', payee = '', units = '', token } = proof;
  const addresses = [account, payee, ...(token === undefined ? [] : [token])];
  if (
    !addresses.every((address) => /^0x[0-9a-f]{40}$/.test(address)) ||
    !/^\d{1,15}$/.test(nonce) ||
    !/^\d{1,78}$/.test(units)
  )
    throw new Error('the proof of a transaction is none of this rail');
  return { account, nonce: Number(nonce), token, payee, units: BigInt(units) };
}

/** As claims are written in the database. */
export function claimOf(account: string, nonce: bigint | number): string {
  return `nonce:${account}:${nonce}`;
}

/** The numbers of an account among claims. */
export function numbersIn(claims: Iterable<string>, account: string): number[] {
  const prefix = claimOf(account, 0).slice(0, -1);
  return [...claims].flatMap((claim) => (claim.startsWith(prefix) ? Number(claim.slice(prefix.length)) : []));
}
