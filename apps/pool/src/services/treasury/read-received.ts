import sql from 'sql-template-tag';
import type { ServiceContext } from '../context.ts';

/** What the chains have paid for good, by asset: the rewards of credited rounds whose blocks were not lost afterwards. */
export async function readReceived(ctx: Pick<ServiceContext, 'db'>): Promise<ReadonlyMap<string, bigint>> {
  const rows = await ctx.db.query<{ asset: string; amount: bigint }>(sql`
    SELECT asset, sum(amount) AS amount FROM reward_lines JOIN rounds ON rounds.id = round_id
     WHERE state = 'credited' AND reorged_at IS NULL GROUP BY asset`);
  return new Map(rows.map(({ asset, amount }) => [asset, amount]));
}
