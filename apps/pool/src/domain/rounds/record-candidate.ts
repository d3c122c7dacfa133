import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import { minerUuid } from '../miners/miner-uuid.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { publishDomainEvent } from '../kernel/domain-events.ts';
import type { BlockCandidate } from './block-candidate.ts';
import { closeOpenSlice } from '../shares/slices.ts';
import { rewardsSimulatedWork } from './simulated-chain-name.ts';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'secret'>;

/**
 * Makes a found block durable before its share is acknowledged: the candidate and the end of its slice, in one transaction.
 * The work of the share itself must be recorded before. The same block a second time answers its first round.
 */
export async function recordCandidate(ctx: Context, candidate: BlockCandidate): Promise<bigint> {
  const now = new Date(ctx.clock.now());
  crashPoint('candidate-unrecorded');
  const id = await ctx.db.transaction(async (tx) => {
    const [known] = await tx.query<{ id: bigint }>(sql`
      SELECT id FROM rounds WHERE chain = ${candidate.chain} AND block_hash = ${candidate.hash}`);
    if (known !== undefined) return known.id;
    const finder = minerUuid(ctx.secret, candidate.miner);
    const { coin, network, address, memo } = candidate.miner;
    // Where the share itself is lost, its miner may be new; the block is not lost with it.
    await tx.query(sql`
      INSERT INTO miners (uuid, coin, network, address, memo, created_at, last_work_at)
      VALUES (${finder}, ${coin}, ${network}, ${address}, ${memo ?? ''}, ${now}, ${new Date(candidate.foundAt)})
      ON CONFLICT (coin, address, memo) DO UPDATE SET uuid = excluded.uuid WHERE miners.uuid <> excluded.uuid`);
    // Behind its miner, as work is recorded: the other way round each waited for the other, for a second on PostgreSQL.
    const lastSlice = await closeOpenSlice(tx, candidate.algorithm, now.getTime());
    const rows = await tx.query<{ id: bigint }>(sql`
      INSERT INTO rounds (algorithm, chain, block_hash, block_height, submission, network_work, last_slice_id,
                          finder_id, finder_worker, found_at, state, state_at, mined_work)
      SELECT ${candidate.algorithm}, ${candidate.chain}, ${candidate.hash}, ${candidate.height},
             ${candidate.submission}, ${candidate.networkWork}, ${lastSlice}, id, ${candidate.worker},
             ${new Date(candidate.foundAt)}, 'candidate', ${now},
             (SELECT work FROM mined_work
               WHERE algorithm = ${candidate.algorithm} AND simulated = ${rewardsSimulatedWork(candidate.chain)})
        FROM miners WHERE uuid = ${finder}
      ON CONFLICT (chain, block_hash) DO NOTHING RETURNING id`);
    crashPoint('candidate-uncommitted');
    if (rows[0] !== undefined) {
      const { chain, algorithm, height, hash } = candidate;
      const round = rows[0].id.toString();
      publishDomainEvent(tx, { event: 'block-found', round, chain, algorithm, height, hash });
      return rows[0].id;
    }
    // Another transaction recorded the same block first.
    const first = await tx.query<{ id: bigint }>(sql`
      SELECT id FROM rounds WHERE chain = ${candidate.chain} AND block_hash = ${candidate.hash}`);
    return firstRow(first).id;
  });
  crashPoint('candidate-recorded');
  return id;
}
