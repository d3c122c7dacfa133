import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** The hashes of all blocks that ever became a round. */
export async function recordedBlocks(ctx: Pick<ServiceContext, 'db'>): Promise<string[]> {
  const rows = await ctx.db.query<{ block_hash: string }>(sql`SELECT block_hash FROM rounds ORDER BY id`);
  return rows.map((row) => row.block_hash);
}
