import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import type { RelayedFate } from '../kernel/relayed-block.ts';

/** Blocks of one pool's network that were found here within 35 days, by what became of them. */
export type RelayedFates = Readonly<Record<RelayedFate, number>>;

export const noFates: RelayedFates = { waiting: 0, 'in-chain': 0, lost: 0, missing: 0, unjudged: 0 };

/** What became of a row of `relayed_blocks`: a missing one that the pool was not sent in time raises no alarm, and is `lost`. */
export const fateOfBlock = sql`CASE WHEN state = 'missing' AND answer IN ('late', 'unsent') THEN 'lost' ELSE state END`;

/** By pool; one without blocks is left out. */
export async function countRelayedBlocks({
  db,
}: Pick<ServiceContext, 'db'>): Promise<ReadonlyMap<string, RelayedFates>> {
  const rows = await db.query<{ upstream: string; fate: RelayedFate; blocks: number }>(sql`
    SELECT upstream, ${fateOfBlock} AS fate, count(*)::int AS blocks FROM relayed_blocks GROUP BY 1, 2`);
  const counted = new Map<string, RelayedFates>();
  for (const { upstream, fate, blocks } of rows)
    counted.set(upstream, { ...(counted.get(upstream) ?? noFates), [fate]: blocks });
  return counted;
}
