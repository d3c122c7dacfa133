import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import type { RelayedAnswer, RelayedFate } from '../kernel/relayed-block.ts';

/** A block of another pool's network that was found here, as JSON can carry it; times are milliseconds since 1970. */
export interface ListedRelayedBlock {
  readonly upstream: string;
  readonly algorithm: string;
  readonly coin: string;
  readonly hash: string;
  readonly foundAt: number;
  readonly answer: RelayedAnswer;
  readonly fate: RelayedFate;
}

/** The newest, missing ones first. */
export async function listRelayedBlocks(
  { db }: Pick<ServiceContext, 'db'>,
  { limit }: { readonly limit: number },
): Promise<readonly ListedRelayedBlock[]> {
  return db.query<ListedRelayedBlock>(sql`
    SELECT upstream, algorithm, coin, hash, (extract(epoch FROM found_at) * 1000)::float8 AS "foundAt", answer, state AS fate
      FROM relayed_blocks
     ORDER BY (state = 'missing' AND answer NOT IN ('late', 'unsent')) DESC, relayed_blocks.found_at DESC, hash LIMIT ${limit}`);
}
