import type { InvalidationProof } from '../../../domain/kernel/rail.ts';
import type { TronPayment } from './read-payment.ts';

/** A block that can never be undone any more. */
export interface Anchor {
  readonly number: number;
  /** 64 hexadecimal digits, the number in the first 16. */
  readonly id: string;
}

/** What a stored proof says. */
export interface TronProof {
  readonly account: string;
  readonly payee: string;
  /** The contract of a token; undefined for TRX. */
  readonly token: string | undefined;
  /** In sun, or the smallest unit of the token. */
  readonly amount: bigint;
  /** Whether its contract answers that it pays where it does: USDT answers that it does not. False where that is not known. */
  readonly answersTrue: boolean;
  /** The block that it names: none before it, and none of a chain without it, can have the transaction. */
  readonly anchor: Anchor;
  /** In ms. No block can have it whose predecessor is as late as this. */
  readonly expiration: number;
}

/** From being signed to its end, in ms, by the time of blocks. */
export const openMs = 600_000;

/** What proves later that a transaction can never be executed: the block that it names, and its end. And what it pays, to be held against what has arrived. */
export function proofOf(
  {
    account,
    payee,
    token,
    amount,
    expiration,
  }: Pick<TronPayment, 'account' | 'payee' | 'token' | 'amount' | 'expiration'>,
  { number, id }: Anchor,
  answersTrue = false,
): InvalidationProof {
  return {
    account,
    payee,
    ...(token !== undefined && { token }),
    ...(answersTrue && { answers: 'true' }),
    amount: amount.toString(),
    expiration: expiration.toString(),
    anchor: number.toString(),
    anchorId: id,
  };
}

/** Whether it is of a rail of this kind. */
export function isOwnProof(proof: InvalidationProof): boolean {
  return proof['anchorId'] !== undefined && proof['expiration'] !== undefined;
}

/** Throws an Error where it is none of this rail. */
export function readProof(proof: InvalidationProof): TronProof {
  const { account = '', payee = '', amount = '', expiration = '', anchor = '', anchorId = '', token } = proof;
  const numbers = [anchor, expiration].every((each) => /^\d{1,15}$/.test(each));
  const accounts = [account, payee, token ?? account].every((each) => /^41[0-9a-f]{40}$/.test(each));
  if (!numbers || !accounts || !/^\d{1,78}$/.test(amount) || !/^[0-9a-f]{64}$/.test(anchorId))
    throw new Error('the proof of a transaction is none of this rail');
  return {
    account,
    payee,
    token,
    answersTrue: proof['answers'] === 'true',
    amount: BigInt(amount),
    anchor: { number: Number(anchor), id: anchorId },
    expiration: Number(expiration),
  };
}

/** As claims are written in the database: the id, under which a transaction is executed once. It excludes no other one. */
export function claimOf(txid: string): string {
  return `transaction:${txid}`;
}

/** Blocks after which the two lowest bytes of a number, by which a transaction names a block, come round again. */
export const refSpan = 65_536;

/** What a transaction says of the block that it names. */
export function refOf({ number, id }: Anchor): { readonly refBytes: string; readonly refHash: string } {
  return {
    refBytes: (number % refSpan).toString(16).padStart(4, '0'),
    refHash: id.slice(16, 32),
  };
}
