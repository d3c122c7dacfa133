import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';

/**
 * A name for this database among all others, the same in every process that uses it, and another one for a copy of it on another
 * server. Sixteen hexadecimal digits.
 */
export async function readPoolName(ctx: Pick<ServiceContext, 'db'>): Promise<string> {
  const rows = await ctx.db.query<{ name: string }>(sql`
    SELECT concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
                     (SELECT oid FROM pg_database WHERE datname = current_database()),
                     extract(epoch FROM created_at)) AS name
      FROM pool_identity`);
  return createHash('sha256').update(firstRow(rows).name).digest('hex').slice(0, 16);
}
