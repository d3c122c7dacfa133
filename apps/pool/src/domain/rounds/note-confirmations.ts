import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { BlockJudgement } from './judge-block.ts';

/** How deep the nodes have the block of a round, as it was noted last; null where it was not. */
export interface NotedConfirmations {
  readonly id: bigint;
  readonly block_height: number;
  readonly block_confirmations: number | null;
  readonly confirming_nodes: number | null;
  readonly asked_nodes: number | null;
}

/** Keeps for the page of blocks what the nodes said of one, where that has changed. A chain that is its own truth has no nodes. */
export async function noteConfirmations(
  db: Queryable,
  round: NotedConfirmations,
  seen: BlockJudgement['seen'],
): Promise<void> {
  if (seen === undefined) return;
  const depths = seen.tips.map((tip) => tip - round.block_height + 1).filter((depth) => depth > 0);
  // The least of what they say: none of those nodes has it less deep.
  const least = depths.length === 0 ? 0 : Math.min(...depths);
  const isNoted =
    round.block_confirmations === least &&
    round.confirming_nodes === depths.length &&
    round.asked_nodes === seen.of;
  if (isNoted) return;
  await db.query(sql`
    UPDATE rounds SET block_confirmations = ${least}, confirming_nodes = ${depths.length}, asked_nodes = ${seen.of}
     WHERE id = ${round.id} AND state = 'accepted'`);
}
