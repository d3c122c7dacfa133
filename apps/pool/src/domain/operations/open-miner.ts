import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { type AddressRules, type LookUpOutcome, lookUpAddress } from '../views/look-up-address.ts';

/**
 * Opens the miner of a valid address before its first share, so that its owner has a referral code to give away; the database makes
 * the code with the miner. A miner that is there is answered as it is. Six months without work close it like any other. None is opened where
 * the pool does not pay: what its code earned could not be paid.
 */
export async function openMiner(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  input: { readonly coin: string; readonly text: string },
  rules: AddressRules = {},
): Promise<LookUpOutcome | { readonly kind: 'not-paid-here'; readonly coin: string }> {
  const found = await lookUpAddress(ctx, input, rules);
  if (found.kind !== 'found' || !found.fresh) return found;
  const { uuid, network, address, memo } = found.miner;
  if (rules.paysHere?.(found.coin.symbol, network) === false)
    return { kind: 'not-paid-here', coin: found.coin.symbol };
  const now = new Date(ctx.clock.now());
  await ctx.db.transaction((tx) =>
    tx.query(sql`
      INSERT INTO miners (uuid, coin, network, address, memo, created_at, last_work_at)
      VALUES (${uuid}::uuid, ${found.coin.symbol}, ${network}, ${address}, ${memo ?? ''}, ${now}, ${now})
      ON CONFLICT DO NOTHING`),
  );
  return lookUpAddress(ctx, input, rules);
}
