import type { InvalidationProof } from '../../../domain/kernel/rail.ts';

/** A branch that is given up is not longer than this, or than what makes a payment final: below it nothing has spent a coin that was there a moment ago. */
const branchMax = 100;

/**
 * What proves later that a transaction can never be confirmed: the coins that it spends, one of which another transaction would have to
 * spend, and the block from which on that one may stand. `spelled` are payees whose address has several spellings.
 *
 * @param height the newest block when its coins were unspent
 * @param depth blocks that make a payment final, where they are known
 */
export function proofOf(
  coins: readonly string[],
  height: number,
  spelled: readonly string[],
  depth = 0,
): InvalidationProof {
  return {
    coins: coins.join(' '),
    since: Math.max(0, height - Math.max(branchMax, depth)).toString(),
    ...(spelled.length > 0 && { spelled: spelled.join(' ') }),
  };
}

/**
 * The proof of a transaction that the pool names otherwise than its bytes do: their id is where a node is asked first.
 *
 * @param name as the pool names it
 */
export function withId(
  proof: InvalidationProof,
  name: string,
  { txid }: { readonly txid: string },
): InvalidationProof {
  return txid === name ? proof : { ...proof, id: txid };
}

/** What a stored proof says. Throws an Error where it is none of this rail. */
export function readProof(proof: InvalidationProof): {
  readonly coins: readonly string[];
  readonly since: number;
  readonly spelled: readonly string[];
  /** Of its bytes, where the pool has another name for it: the network may have it under yet another one. */
  readonly id: string | undefined;
} {
  const { coins = '', since = '', spelled = '', id } = proof;
  const all = coins.split(' ');
  if (
    !all.every((coin) => /^[0-9a-f]{64}:\d{1,7}$/.test(coin)) ||
    !/^\d{1,9}$/.test(since) ||
    (id !== undefined && !/^[0-9a-f]{64}$/.test(id))
  )
    throw new Error('the proof of a transaction is none of this rail');
  return { coins: all, since: Number(since), spelled: spelled === '' ? [] : spelled.split(' '), id };
}
