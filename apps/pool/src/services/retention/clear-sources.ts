import sql from 'sql-template-tag';
import type { ServiceContext } from '../context.ts';
import { kept, rowsPerTransaction } from './retention-rules.ts';

/** Forgets from where accounts were mined for, and challenges that are over. Answers how many rows. */
export async function clearSources(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  rowsMax = rowsPerTransaction,
): Promise<number> {
  const now = clock.now();
  const sources = await db.query(sql`
    DELETE FROM source_work WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM source_work WHERE hour <= ${new Date(now - kept.sourcesMs)} ORDER BY hour LIMIT ${rowsMax}))
    RETURNING 1`);
  const challenges = await db.query(sql`
    DELETE FROM owner_challenges WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM owner_challenges WHERE expires_at <= ${new Date(now - kept.challengesMs)} LIMIT ${rowsMax}))
    RETURNING 1`);
  return sources.length + challenges.length;
}
