import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import type { EventBody } from '../kernel/publisher.ts';
import { readReceipts, receiptsOfEvent } from './read-receipts.ts';
import type { MinerEvent } from './read-events.ts';

/** One reward of a miner's history with its receipts; undefined where that number is none. */
export async function readReward(
  ctx: Pick<ServiceContext, 'db'>,
  minerId: bigint,
  seq: number,
): Promise<MinerEvent | undefined> {
  const [row] = await ctx.db.query<{ at: Date; body: EventBody }>(sql`
    SELECT at, body FROM events WHERE miner_id = ${minerId} AND seq = ${seq} AND type = 'reward'`);
  if (row?.body.type !== 'reward') return undefined;
  const at = row.at.getTime();
  const receipts = await readReceipts(ctx, minerId, [BigInt(row.body.roundId)]);
  return { seq, at, body: row.body, receipts: receiptsOfEvent(receipts.get(row.body.roundId) ?? [], at) };
}
