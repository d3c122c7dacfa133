import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/**
 * What came into the wallet of a sandbox, by asset: the rewards of credited rounds whose blocks are still on their chain, and the
 * movements that the operator booked. There is no chain that could be asked about such a wallet.
 */
export async function readReceived(ctx: Pick<ServiceContext, 'db'>): Promise<ReadonlyMap<string, bigint>> {
  const rows = await ctx.db.query<{ asset: string; amount: bigint }>(sql`
    SELECT asset, sum(amount) AS amount FROM (
      SELECT asset, amount FROM reward_lines JOIN rounds ON rounds.id = round_id
       WHERE state = 'credited' AND reorged_at IS NULL
      UNION ALL
      SELECT asset, amount FROM treasury_movements
      UNION ALL
      SELECT bought_asset, bought_amount FROM treasury_movements WHERE kind = 'trade') AS received
     GROUP BY asset`);
  return new Map(rows.map(({ asset, amount }) => [asset, amount]));
}
