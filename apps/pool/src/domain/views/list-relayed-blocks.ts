import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { fateOfBlock } from './count-relayed-blocks.ts';
import type { RelayedAnswer, RelayedFate } from '../kernel/relayed-block.ts';

/** What became of a block, as it is counted. `not-looked-for`: no node was asked yet, because none can have three blocks after it. */
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
           CASE WHEN state = 'waiting' AND state_at <= relayed_blocks.found_at THEN 'not-looked-for' ELSE ${fateOfBlock} END AS fate
      FROM relayed_blocks
     ORDER BY (${fateOfBlock} = 'missing') DESC, relayed_blocks.found_at DESC, hash LIMIT ${limit}`);
}
