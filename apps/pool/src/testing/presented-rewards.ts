import sql from 'sql-template-tag';
import { findMiner } from '../domain/miners/find-miner.ts';
import type { TestContext } from '../domain/testing/create-test-context.ts';
import { readEvents } from '../domain/views/read-events.ts';
import { presentEvent } from '../edges/present/present-event.ts';

/** The first page of a miner's rewards as its events answer them, the newest first. */
export async function presentedRewards(
  ctx: TestContext,
  id: bigint,
): Promise<ReturnType<typeof presentEvent>[]> {
  const [row] = await ctx.db.query<{ uuid: string }>(sql`SELECT uuid FROM miners WHERE id = ${id}`);
  const miner = await findMiner(ctx, row?.uuid ?? '');
  if (miner === undefined) throw new Error('no miner');
  const { list } = await readEvents(ctx, id, { page: 1, types: ['reward'], after: undefined });
  return list.map((event) => presentEvent(miner, event));
}
