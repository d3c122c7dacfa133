import type { InvalidationProof } from '../../../domain/kernel/rail.ts';
import { readAddress } from './read-address.ts';
import type { SolanaPayment } from './read-transaction.ts';
import { systemProgram } from './solana-facts.ts';

/** What a stored proof says. */
export interface SolanaProof {
  readonly payer: string;
  readonly nonceAccount: string;
  readonly nonce: string;
  /** Undefined where nothing is paid. */
  readonly transfer: { readonly payee: string; readonly lamports: bigint } | undefined;
  /** A slot before it was signed, finalized at every node that was asked then; 0 where that is not known. */
  readonly since: number;
}

/**
 * What proves later that a transaction can never be confirmed: its nonce, which another one would have to use, and since when. And what it pays, to be held against
 * what its execution did.
 */
export function proofOf(
  {
    account,
    nonceAccount,
    nonce,
    transfer,
  }: Pick<SolanaPayment, 'account' | 'nonceAccount' | 'nonce' | 'transfer'>,
  since: number,
): InvalidationProof {
  return {
    payer: account,
    nonceAccount,
    nonceValue: nonce,
    since: since.toString(),
    ...(transfer !== undefined && { payee: transfer.payee, lamports: transfer.lamports.toString() }),
  };
}

/** Of what has left the account in another form than the pool's: its signature alone counts. */
export function foreignProof(account: string): InvalidationProof {
  const nothing = { account, nonceAccount: account, nonce: systemProgram, transfer: undefined };
  return proofOf(nothing, 0);
}

/** Whether it is of a rail of this kind. */
export function isOwnProof(proof: InvalidationProof): boolean {
  return proof['payer'] !== undefined && proof['nonceValue'] !== undefined;
}

/** Throws an Error where it is none of this rail. */
export function readProof(proof: InvalidationProof): SolanaProof {
  const { payer = '', nonceAccount = '', nonceValue = '', since = '', payee, lamports } = proof;
  const keys = [payer, nonceAccount, nonceValue, ...(payee === undefined ? [] : [payee])];
  const isWhole = (payee === undefined) === (lamports === undefined) && /^\d{1,20}$/.test(lamports ?? '0');
  if (keys.some((key) => readAddress(key) === undefined) || !/^\d{1,15}$/.test(since) || !isWhole)
    throw new Error('the proof of a transaction is none of this rail');
  return {
    payer,
    nonceAccount,
    nonce: nonceValue,
    since: Number(since),
    transfer:
      payee === undefined || lamports === undefined ? undefined : { payee, lamports: BigInt(lamports) },
  };
}

/** As claims are written in the database, and by the signer. */
export function claimOf({ nonceAccount, nonce }: Pick<SolanaPayment, 'nonceAccount' | 'nonce'>): string {
  return `nonce:${nonceAccount}:${nonce}`;
}
