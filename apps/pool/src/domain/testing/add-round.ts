import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { TestContext } from './create-test-context.ts';

/** A block that was found: what work in its algorithm is worth. `amount` in units of 10^-18 of the asset. */
export async function addRound(
  ctx: TestContext,
  block: {
    readonly algorithm: string;
    readonly networkWork: bigint;
    readonly asset: string;
    readonly amount: bigint;
  },
): Promise<void> {
  const at = new Date(ctx.clock.now());
  const slice = await ctx.db.query<{ id: bigint }>(sql`
    INSERT INTO slices (algorithm, opened_at, closed_at) VALUES (${block.algorithm}, ${at}, ${at}) RETURNING id`);
  const rounds = await ctx.db.query<{ id: bigint }>(sql`
    INSERT INTO rounds (algorithm, chain, block_hash, block_height, header, coinbase, network_work, last_slice_id,
                        finder_id, finder_worker, found_at, state, state_at)
    SELECT ${block.algorithm}, 'suite', ${randomBytes(32).toString('hex')}, 1, ''::bytea, ''::bytea, ${block.networkWork},
           ${firstRow(slice).id}, min(id), 'rig', ${at}, 'accepted', ${at} FROM miners RETURNING id`);
  await ctx.db.query(sql`
    INSERT INTO reward_lines (round_id, line, asset, amount)
    VALUES (${firstRow(rounds).id}, 0, ${block.asset}, ${block.amount})`);
}
