import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../runtime/database/database.ts';
import { sweepUp, takingFrom } from '../../runtime/database/testing/empty-embedded.ts';

/**
 * Runs statements without the triggers of their tables, for suites only. One statement to the connection, which keeps what it has parsed:
 * after a script of its own PGlite forgets that, and parses all that the next test asks again.
 */
export async function runWithoutTriggers(db: Queryable, statements: readonly string[]): Promise<void> {
  await db.query(
    sql([
      `DO $$ BEGIN
         PERFORM set_config('session_replication_role', 'replica', true);
         ${statements.map((each) => `${each};`).join('\n')}
       END $$`,
    ]),
  );
}

/**
 * Takes rows out of the tables of a suite, whatever guards them; not in a transaction. Each `from` is a table, or a table and `WHERE …`. No table gets
 * a new file as it would by TRUNCATE, which costs fifteen times as much.
 */
export async function clearTables(
  db: Pick<Database, 'engine' | 'query' | 'execute'>,
  from: readonly string[],
): Promise<void> {
  if (db.engine === 'postgres')
    return runWithoutTriggers(
      db,
      from.map((rows) => `DELETE FROM ${rows}`),
    );
  const ask = (text: string): Promise<unknown[]> => db.query(sql([text]));
  await ask(takingFrom(from));
  await sweepUp({ ask, execute: (script) => db.execute(script) }, from);
}
