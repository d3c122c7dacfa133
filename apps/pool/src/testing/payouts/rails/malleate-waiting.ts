import { malleate } from '../../../adapters/rails/bitcoin/testing/malleate.ts';
import { mineWith } from './litecoin-faults.ts';
import type { LitecoinGround } from './litecoin-ground.ts';

/**
 * Those payments of the pool that wait at node one come into a block of it in their other form, each under another id: what a miner can do with any
 * coin at key hashes. Answers how many; none where such a block cannot be made now.
 */
export async function malleateWaiting(ground: LitecoinGround): Promise<number> {
  const { one } = ground.nodes;
  const other: string[] = [];
  for (const txid of await one.ask<readonly string[]>('getrawmempool')) {
    // Its wallet names a fee of what spends coins of the pool.
    const own = await ground
      .ofWallet<{ readonly fee?: number; readonly hex: string }>('one', 'gettransaction', txid, true)
      .catch(() => undefined);
    if (own?.fee === undefined) continue;
    other.push(Buffer.from(malleate(Uint8Array.from(Buffer.from(own.hex, 'hex')))).toString('hex'));
  }
  if (other.length === 0) return 0;
  return (await mineWith(ground, other)) ? other.length : 0;
}
