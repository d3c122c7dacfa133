import type { InvalidationProof } from '../../../domain/kernel/rail.ts';
import type { XrpPayment } from './read-payment.ts';

/** What a stored proof says. */
export interface XrpProof {
  readonly account: string;
  readonly sequence: number;
  /** No ledger before this one can have it: it was signed later. */
  readonly since: number;
  /** No ledger behind this one can have it. */
  readonly lastLedger: number;
  readonly payee: string;
  /** In drops. */
  readonly amount: bigint;
}

/** Ledgers that a payment has from being signed to its end: some ten minutes. */
export const ledgersOpen = 200;

/**
 * What proves later that a transaction can never be confirmed: its account and number, which another one may use, and its last ledger. And what it
 * pays, to be held against what arrived.
 */
export function proofOf({
  account,
  sequence,
  lastLedger,
  payee,
  amount,
}: Pick<XrpPayment, 'account' | 'sequence' | 'lastLedger' | 'payee' | 'amount'>): InvalidationProof {
  return {
    account,
    sequence: sequence.toString(),
    since: Math.max(1, lastLedger - ledgersOpen).toString(),
    lastLedger: lastLedger.toString(),
    payee,
    amount: amount.toString(),
  };
}

/** Whether it is of a rail of this kind. */
export function isOwnProof(proof: InvalidationProof): boolean {
  return proof['sequence'] !== undefined && proof['lastLedger'] !== undefined;
}

/** Throws an Error where it is none of this rail. */
export function readProof(proof: InvalidationProof): XrpProof {
  const { account = '', sequence = '', since = '', lastLedger = '', payee = '', amount = '' } = proof;
  const numbers = [sequence, since, lastLedger].every((each) => /^\d{1,10}$/.test(each));
  const addresses = [account, payee].every((each) => /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(each));
  if (!numbers || !addresses || !/^\d{1,18}$/.test(amount))
    throw new Error('the proof of a transaction is none of this rail');
  return {
    account,
    sequence: Number(sequence),
    since: Number(since),
    lastLedger: Number(lastLedger),
    payee,
    amount: BigInt(amount),
  };
}

/** As claims are written in the database. It is free again where the transaction that has it is over. */
export function claimOf(account: string, sequence: number): string {
  return `sequence:${account}:${sequence}`;
}
