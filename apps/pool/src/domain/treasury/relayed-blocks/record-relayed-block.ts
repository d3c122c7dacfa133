import sql from 'sql-template-tag';
import type { ServiceContext } from '../../kernel/context.ts';
import type { FoundRelayedBlock } from '../../kernel/relayed-block.ts';

/** Records a block of another pool's network, to be looked for in its chain; what that pool says of it later than in time replaces that it did not answer. */
export async function recordRelayedBlock(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { upstream, algorithm, coin, hash, parent, answer }: FoundRelayedBlock,
): Promise<void> {
  const now = new Date(clock.now());
  await db.query(sql`
    INSERT INTO relayed_blocks AS known (upstream, algorithm, coin, hash, parent, found_at, answer, state, state_at)
    VALUES (${upstream}, ${algorithm}, ${coin}, ${hash}, ${parent}, ${now}, ${answer}, 'waiting', ${now})
    ON CONFLICT (upstream, hash) DO UPDATE SET answer = excluded.answer WHERE known.answer = 'unanswered'`);
}
