import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import type { RelayedAnswer, RelayedFate } from '../kernel/relayed-block.ts';

/**
 * What became of a block. `not-looked-for`: no node was asked yet, because none can have three blocks after it. A missing one that the pool was not
 * sent in time is `lost`, as in the counts.
 */
export type ListedFate = RelayedFate | 'not-looked-for';

/** A block of another pool's network that was found here, as JSON can carry it; times are milliseconds since 1970. */
export interface ListedRelayedBlock {
  readonly upstream: string;
  readonly algorithm: string;
  readonly coin: string;
  readonly hash: string;
  readonly foundAt: number;
  readonly answer: RelayedAnswer;
  readonly fate: ListedFate;
}

/** The newest, missing ones first. */
export async function listRelayedBlocks(
  { db }: Pick<ServiceContext, 'db'>,
  { limit }: { readonly limit: number },
): Promise<readonly ListedRelayedBlock[]> {
  return db.query<ListedRelayedBlock>(sql`
    SELECT upstream, algorithm, coin, hash, (extract(epoch FROM found_at) * 1000)::float8 AS "foundAt", answer,
           CASE WHEN state = 'missing' AND answer IN ('late', 'unsent') THEN 'lost'
                WHEN state = 'waiting' AND state_at <= relayed_blocks.found_at THEN 'not-looked-for'
                ELSE state END AS fate
      FROM relayed_blocks
     ORDER BY (state = 'missing' AND answer NOT IN ('late', 'unsent')) DESC, relayed_blocks.found_at DESC, hash LIMIT ${limit}`);
}
