import { pg_surgery } from '@electric-sql/pglite/contrib/pg_surgery';
import type { Connection } from '../single-connection-database.ts';
import { asNew, forgetCounts, inPublic, isEmptied } from './empty-database.ts';

/**
 * How an embedded database is emptied between two tests. Triggers refuse a DELETE of what is append-only, and to switch them off
 * (`session_replication_role`) has PostgreSQL forget every plan that it keeps: to plan again was 14 of the 34 ms in which the next test credited
 * a round. `heap_force_kill` of pg_surgery, an extension of PostgreSQL for damaged tables, marks rows as dead where they lie: no trigger fires, and
 * plans stay. https://www.postgresql.org/docs/18/pgsurgery.html
 */
export const surgery = { pg_surgery };

/** For databases of suites alone, in a schema of its own: what compares the pool's schema does not see it. */
export async function addSurgery(connection: Connection): Promise<void> {
  await connection.execute('CREATE SCHEMA suites; CREATE EXTENSION pg_surgery SCHEMA suites;');
}

/** The statement that takes rows out of tables past their triggers, and cannot be rolled back. Each `from` is a table, or a table and `WHERE …`. */
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

/** Dead rows stay in the file, and what reads the whole table reads them too, by a plan for few: a table above this size, in bytes, is vacuumed. */
const sizeMax = 2 ** 17;

/** Gives the room of dead rows of these tables back, where it has become much. */
export async function sweepUp(emptied: Emptied, from: readonly string[]): Promise<void> {
  const names = from.map((rows) => `'${tableOf(rows)}'`).join(', ');
  const large = await namesOf(
    emptied,
    `${inPublic} AND relname IN (${names}) AND pg_relation_size(oid) > ${sizeMax}`,
  );
  if (large.length === 0) return;
  await emptied.execute(`VACUUM ${large.join(', ')}`);
  await emptied.ask(forgetCounts);
}

async function namesOf({ ask }: Emptied, condition: string): Promise<string[]> {
  const rows = await ask(`SELECT relname AS name FROM pg_class WHERE ${condition}`);
  return (rows as readonly { readonly name: string }[]).map(({ name }) => name);
}

/** Every database of a suite has the same tables. */
let tables: Promise<readonly string[]> | undefined;

/** Empties the database of a suite for the next one, which finds its statements planned. */
export async function emptyEmbedded(emptied: Emptied): Promise<void> {
  const { ask, execute } = emptied;
  await execute('ROLLBACK; RESET ALL; RESET ROLE;');
  tables ??= namesOf(emptied, isEmptied);
  const all = await tables;
  await ask(takingFrom(all));
  for (const statement of asNew) await ask(statement);
  await sweepUp(emptied, all);
}
