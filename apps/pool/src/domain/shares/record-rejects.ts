import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { minerUuid } from '../miners/miner-uuid.ts';
import type { WorkBatch } from '../kernel/work-batch.ts';

/** Rejects are counted in spans of this length. */
const rejectSpanMs = 600_000;

/**
 * Adds a batch's refused shares to those of its workers. A worker that never had a share accepted is not in the database, and
 * its rejects are not either: a stranger must not be able to write rows without any proof of work.
 */
export async function recordRejects(
  tx: Transaction,
  secret: Uint8Array,
  { algorithm, rejects = [] }: Pick<WorkBatch, 'algorithm' | 'rejects'>,
): Promise<void> {
  if (rejects.length === 0) return;
  const since = ({ at }: { readonly at: number }): string =>
    new Date(Math.floor(at / rejectSpanMs) * rejectSpanMs).toISOString();
  await tx.query(sql`
    INSERT INTO worker_rejects (worker_id, since, reason, shares)
    SELECT workers.id, line.since, line.reason, sum(line.shares)
      FROM unnest(
        ${rejects.map((line) => minerUuid(secret, line.miner))}::uuid[],
        ${rejects.map((line) => line.worker)}::text[], ${rejects.map(since)}::timestamptz[],
        ${rejects.map((line) => line.reason)}::text[], ${rejects.map((line) => line.shares)}::bigint[])
        AS line (uuid, name, since, reason, shares)
      JOIN miners ON miners.uuid = line.uuid
      JOIN workers ON workers.miner_id = miners.id AND workers.name = line.name AND workers.algorithm = ${algorithm}
     GROUP BY workers.id, line.since, line.reason
     ORDER BY workers.id, line.since, line.reason
    ON CONFLICT (worker_id, since, reason) DO UPDATE SET shares = worker_rejects.shares + excluded.shares`);
}
