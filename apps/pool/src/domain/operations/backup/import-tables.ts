import { createHash } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { type Transaction, wholeLookMs } from '../../../runtime/database/database.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import type { TableCount } from './export-tables.ts';
import { listTables, quoted, type Table } from './list-tables.ts';

/** A target that holds something, or whose tables are not those of the copy. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty';
}

/** What was copied is not what was meant to be. */
export class CopyMismatch extends Error {
  override readonly name = 'CopyMismatch';
}

/** Rows of one table, a line each, and what its end says of them. */
export interface IncomingTable {
  readonly table: string;
  readonly pages: AsyncIterable<readonly string[]>;
  readonly count: () => TableCount;
}

/**
 * Fills an empty database of the same schema, in one transaction: either all rows are there and counted, or none. Triggers are disabled
 * meanwhile, because they demand that a posting comes with its entry; they are enabled again before the commit. Only an audit
 * afterwards proves the copy.
 */
export async function importTables(
  ctx: Pick<ServiceContext, 'db'>,
  incoming: AsyncIterable<IncomingTable>,
): Promise<TableCount[]> {
  return ctx.db.transaction(
    async (tx) => {
      const tables = await listTables(tx);
      await refuseUnlessEmpty(tx, tables);
      for (const { name } of tables) await tx.query(sql`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
      const counts: TableCount[] = [];
      for await (const each of incoming) {
        const table = tables.find(({ name }) => name === each.table);
        if (table === undefined) throw new CopyMismatch(`this database has no table ${each.table}`);
        counts.push(await fillTable(tx, table, each));
      }
      const missing = tables.find(({ name }) => !counts.some(({ table }) => table === name));
      if (missing !== undefined) throw new CopyMismatch(`the copy has no table ${missing.name}`);
      for (const { name } of tables) {
        await moveSequences(tx, name);
        await tx.query(sql`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
      }
      return counts;
    },
    { answerWithinMs: wholeLookMs },
  );
}

async function refuseUnlessEmpty(tx: Transaction, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const rows = await tx.query(sql`SELECT 1 FROM ${quoted(name)} LIMIT 1`);
    if (rows.length > 0) throw new NotEmpty(`the target is not empty: it has rows in ${name}`);
  }
}

async function fillTable(tx: Transaction, table: Table, incoming: IncomingTable): Promise<TableCount> {
  const list = raw(table.columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', '));
  const hash = createHash('sha256');
  let rows = 0;
  for await (const lines of incoming.pages) {
    for (const line of lines) hash.update(`${line}\n`);
    rows += lines.length;
    await tx.query(sql`
      INSERT INTO ${quoted(table.name)} (${list}) OVERRIDING SYSTEM VALUE
      SELECT ${list} FROM json_populate_recordset(NULL::${quoted(table.name)}, ${`[${lines.join(',')}]`}::json)`);
  }
  const expected = incoming.count();
  const found = { table: table.name, rows, sha256: hash.digest('hex') };
  const [there] = await tx.query<{ rows: bigint }>(sql`SELECT count(*) AS rows FROM ${quoted(table.name)}`);
  if (expected.rows !== rows || there?.rows !== BigInt(rows) || expected.sha256 !== found.sha256) {
    throw new CopyMismatch(`${table.name} should have ${expected.rows} rows and got ${there?.rows}`);
  }
  return found;
}

/** The next number that the database gives out comes after the newest that was copied. */
async function moveSequences(tx: Transaction, table: string): Promise<void> {
  const columns = await tx.query<{ column: string; sequence: string }>(sql`
    SELECT attname AS column, pg_get_serial_sequence(quote_ident(relname), attname) AS sequence
      FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = current_schema()::regnamespace AND relname = ${table} AND attidentity <> ''`);
  for (const { column, sequence } of columns) {
    await tx.query(sql`
      SELECT setval(${sequence}::regclass, coalesce(max(${quoted(column)}), 1), max(${quoted(column)}) IS NOT NULL)
        FROM ${quoted(table)}`);
  }
}
