import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { type FlaggedExchange, type LookUpOutcome, lookUpAddress } from '../views/look-up-address.ts';

/**
 * Opens the miner of a valid address before its first share, so that its owner has a referral code to give away; the database makes
 * the code with the miner. A miner that is there is answered as it is. Six months without work close it like any other.
 */
export async function openMiner(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  input: { readonly coin: string; readonly text: string },
  isFlagged?: FlaggedExchange,
): Promise<LookUpOutcome> {
  const found = await lookUpAddress(ctx, input, isFlagged);
  if (found.kind !== 'found' || !found.fresh) return found;
  const { uuid, network, address, memo } = found.miner;
  const now = new Date(ctx.clock.now());
  await ctx.db.transaction((tx) =>
    tx.query(sql`
      INSERT INTO miners (uuid, coin, network, address, memo, created_at, last_work_at)
      VALUES (${uuid}::uuid, ${found.coin.symbol}, ${network}, ${address}, ${memo ?? ''}, ${now}, ${now})
      ON CONFLICT DO NOTHING`),
  );
  return lookUpAddress(ctx, input, isFlagged);
}
