import type { InvalidationProof } from '../../../domain/kernel/rail.ts';

/** A branch that is given up is not longer than this: below it nothing has spent what was there a moment ago. */
const branchMax = 100;

/** What a stored proof says. */
export interface MoneroProof {
  /** Of what the transaction spends. */
  readonly images: readonly string[];
  /** The first block in which another transaction may have spent one of these. */
  readonly since: number;
  /** Whom it pays … */
  readonly payees: readonly string[];
  /** … and its secrets, 32 bytes each, by which that is read from the bytes. They spend nothing. */
  readonly keys: Uint8Array;
}

/**
 * What proves later that a transaction can never be confirmed: the images of what it spends, one of which another transaction would have
 * to have. And what its bytes do not say by themselves: whom it pays.
 *
 * @param height the newest block when nothing of it was spent
 */
export function proofOf(
  { images, payees, keys }: Omit<MoneroProof, 'since'>,
  height: number,
): InvalidationProof {
  return {
    images: images.join(' '),
    since: Math.max(0, height - branchMax).toString(),
    payees: payees.join(' '),
    keys: Buffer.from(keys).toString('hex'),
  };
}

/** Whether it is of a rail of this kind. */
export function isOwnProof(proof: InvalidationProof): boolean {
  return proof['images'] !== undefined && proof['since'] !== undefined;
}

/** Throws an Error where it is none of this rail. */
export function readProof(proof: InvalidationProof): MoneroProof {
  const { images = '', since = '', payees = '', keys = '' } = proof;
  const all = images.split(' ');
  if (
    !all.every((image) => /^[0-9a-f]{64}$/.test(image)) ||
    !/^\d{1,9}$/.test(since) ||
    !/^(?:[0-9a-f]{64})*$/.test(keys)
  )
    throw new Error('the proof of a transaction is none of this rail');
  return {
    images: all,
    since: Number(since),
    payees: payees === '' ? [] : payees.split(' '),
    keys: Uint8Array.from(Buffer.from(keys, 'hex')),
  };
}

/** As claims are written in the database. */
export function claimOf(image: string): string {
  return `image:${image}`;
}
