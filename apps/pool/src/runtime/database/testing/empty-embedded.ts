import { pg_surgery } from '@electric-sql/pglite/contrib/pg_surgery';
import type { Connection } from '../single-connection-database.ts';

/**
 * PostgreSQL's own extension for broken tables, which takes rows out of a table without its triggers. DELETE would ask the guards of the ledger, and
 * once these have slept (`session_replication_role`), PostgreSQL plans every statement again: 14 of the 34 ms that a round took to credit.
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
  const each = from.map(
    (rows) => `suites.heap_force_kill('${tableOf(rows)}', ARRAY(SELECT ctid FROM ${rows}))`,
  );
  return `SELECT ${each.join(', ')}`;
}

function tableOf(rows: string): string {
  return rows.split(' ', 1)[0] ?? '';
}

/** A connection, or a database of one. */
interface Emptied {
  /** One statement, which is kept planned. */
  readonly ask: (text: string) => Promise<unknown[]>;
  readonly execute: (script: string) => Promise<void>;
}

const isOurs = `relnamespace = 'public'::regnamespace`;
const isTable = `${isOurs} AND relkind = 'r' AND relname <> 'schema_migrations'`;

/** Whatever looks at a whole table reads what taken rows leave behind, too, and its plan is of a time when there was little: above this size, in bytes. */
const sizeMax = 2 ** 17;

/** Gives the room of rows that were taken from these tables back, where it has become much. */
export async function sweepUp(emptied: Emptied, from: readonly string[]): Promise<void> {
  const names = from.map((rows) => `'${tableOf(rows)}'`).join(', ');
  const large = await namesOf(
    emptied,
    `${isOurs} AND relname IN (${names}) AND pg_relation_size(oid) > ${sizeMax}`,
  );
  if (large.length === 0) return;
  await emptied.execute(`VACUUM ${large.join(', ')}`);
  await emptied.ask(forgetCounts);
}

/** How many rows a table has is not known of a new one; of one that was swept up, none are expected. */
const forgetCounts = `UPDATE pg_class SET relpages = 0, reltuples = -1, relallvisible = 0 WHERE ${isOurs} AND reltuples >= 0`;

async function namesOf({ ask }: Emptied, condition: string): Promise<string[]> {
  const rows = await ask(`SELECT relname AS name FROM pg_class WHERE ${condition}`);
  return (rows as readonly { readonly name: string }[]).map(({ name }) => name);
}

/** Every database of a suite has the same tables. */
let tables: Promise<readonly string[]> | undefined;

/**
 * Empties the database of a suite for the next one, which finds its statements planned. What a suite's ANALYZE taught the planner is forgotten: plans
 * are compared, too.
 */
export async function emptyEmbedded(emptied: Emptied): Promise<void> {
  const { ask, execute } = emptied;
  await execute('ROLLBACK; RESET ALL; RESET ROLE;');
  tables ??= namesOf(emptied, isTable);
  const all = await tables;
  await ask(takingFrom(all));
  await ask(`SELECT setval(oid, 1, false) FROM pg_class WHERE ${isOurs} AND relkind = 'S'`);
  await ask('DELETE FROM pg_statistic');
  await ask(forgetCounts);
  await sweepUp(emptied, all);
}
