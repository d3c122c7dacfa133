import sql from 'sql-template-tag';
import type { ServiceContext } from '../../kernel/context.ts';

/** The migrations that a database has run, in their order. */
export function readMigrations(
  ctx: Pick<ServiceContext, 'db'>,
): Promise<{ readonly name: string; readonly checksum: string }[]> {
  return ctx.db.query(sql`SELECT name, checksum FROM schema_migrations ORDER BY name`);
}
