import { pg_surgery } from '@electric-sql/pglite/contrib/pg_surgery';
import type { Connection } from '../single-connection-database.ts';

/**
 * PostgreSQL's own extension for broken tables, which takes rows out of a table without its triggers. DELETE would ask the guards of the ledger,
 * and once they were told to sleep and to wake (`session_replication_role`), PostgreSQL plans every statement again: two fifths of what the next test took.
 * https://www.postgresql.org/docs/18/pgsurgery.html
 */
export const surgery = { pg_surgery };

/** For databases of suites alone, in a schema beside the pool's, which its looks at the schema pass over. */
export async function addSurgery(connection: Connection): Promise<void> {
  await connection.execute('CREATE SCHEMA suites; CREATE EXTENSION pg_surgery SCHEMA suites;');
}

/**
 * The statement that takes rows out of tables, whatever guards them, and cannot be rolled back. Each `from` is a table, or a table and `WHERE …`.
 */
export function takingFrom(from: readonly string[]): string {
  const each = from.map((rows) => {
    const [table = ''] = rows.split(' ', 1);
    return `suites.heap_force_kill('${table}', ARRAY(SELECT ctid FROM ${rows}))`;
  });
  return `SELECT ${each.join(', ')}`;
}

const isOurs = `relnamespace = 'public'::regnamespace`;
const isTable = `${isOurs} AND relkind = 'r' AND relname <> 'schema_migrations'`;

/** Every database of a suite has the same tables. */
let takingAll: Promise<string> | undefined;

/** What taken rows leave behind is read by every look at the whole table: above this size, in bytes, it is swept up. */
const sizeMax = 2 ** 18;

/**
 * Empties the database of a suite for the next one, which finds its statements planned. What a suite's ANALYZE taught the planner is forgotten: plans
 * are compared, too.
 */
export async function emptyEmbedded({ query, execute }: Connection): Promise<void> {
  const namesOf = async (condition: string): Promise<string[]> =>
    ((await query(`SELECT relname AS name FROM pg_class WHERE ${condition}`, [])) as { name: string }[]).map(
      ({ name }) => name,
    );
  await execute('ROLLBACK; RESET ALL; RESET ROLE;');
  takingAll ??= namesOf(isTable).then(takingFrom);
  await query(await takingAll, []);
  await query(`SELECT setval(oid, 1, false) FROM pg_class WHERE ${isOurs} AND relkind = 'S'`, []);
  const large = await namesOf(`${isTable} AND pg_relation_size(oid) > ${sizeMax}`);
  if (large.length > 0) await execute(`VACUUM ${large.join(', ')}`);
  await query('DELETE FROM pg_statistic', []);
  await query(
    `UPDATE pg_class SET relpages = 0, reltuples = -1, relallvisible = 0 WHERE ${isOurs} AND reltuples >= 0`,
    [],
  );
}
