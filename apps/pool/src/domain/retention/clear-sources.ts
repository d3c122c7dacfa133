import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { kept, rowsPerTransaction } from '../policy/retention-rules.ts';

/** Forgets from where miners were mined for, who owned them long ago, and challenges that are over. Answers how many rows. */
export async function clearSources(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  rowsMax = rowsPerTransaction,
): Promise<number> {
  const now = clock.now();
  const sources = await db.query(sql`
    DELETE FROM source_work WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM source_work WHERE hour <= ${new Date(now - kept.sourcesMs)} ORDER BY hour LIMIT ${rowsMax}))
    RETURNING 1`);
  const miners = await db.query(sql`
    DELETE FROM source_miners WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM source_miners WHERE hour <= ${new Date(now - kept.sourcesMs)} ORDER BY hour LIMIT ${rowsMax}))
    RETURNING 1`);
  const owners = await db.query(sql`
    DELETE FROM owner_sources WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM owner_sources WHERE last_at <= ${new Date(now - kept.ownerSourcesMs)} ORDER BY last_at LIMIT ${rowsMax}))
    RETURNING 1`);
  const challenges = await db.query(sql`
    DELETE FROM owner_challenges WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM owner_challenges WHERE expires_at <= ${new Date(now - kept.challengesMs)} LIMIT ${rowsMax}))
    RETURNING 1`);
  const newWorkers = await db.query(sql`
    DELETE FROM new_workers WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM new_workers WHERE day < ${new Date(now - kept.sourcesMs).toISOString().slice(0, 10)}::date LIMIT ${rowsMax}))
    RETURNING 1`);
  return newWorkers.length + sources.length + miners.length + owners.length + challenges.length;
}
