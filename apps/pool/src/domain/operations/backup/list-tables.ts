import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import { movedMark, moveMark } from './unfinished-move.ts';
import { restoreMark } from './unfinished-restore.ts';

export interface Table {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
}

/** What the migrations have run is the program's to know, not the database'. */
const notCopied = ['schema_migrations', restoreMark, moveMark, movedMark];

/** Every table of the database, each after those that it refers to, so that they can be filled in this order. */
export async function listTables(tx: Queryable): Promise<Table[]> {
  const rows = await tx.query<{ name: string; columns: string[] }>(sql`
    SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
      FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0
       AND NOT attisdropped AND attgenerated = '' AND relname <> ALL(${notCopied}::text[])
     GROUP BY relname ORDER BY relname`);
  const references = await tx.query<{ from: string; to: string }>(sql`
    SELECT DISTINCT child.relname AS from, parent.relname AS to
      FROM pg_constraint JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
     WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conrelid <> confrelid`);
  return inOrder(rows, references);
}

function inOrder(
  tables: readonly Table[],
  references: readonly { readonly from: string; readonly to: string }[],
): Table[] {
  const ordered: Table[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const waits = (table: Table): boolean =>
      references.some(({ from, to }) => from === table.name && [...left].some(({ name }) => name === to));
    const ready = [...left].filter((table) => !waits(table));
    if (ready.length === 0)
      throw new Error('tables refer to each other in a circle and cannot be copied in order');
    for (const table of ready) {
      ordered.push(table);
      left.delete(table);
    }
  }
  return ordered;
}

/** A name from the catalogue of the database, as it may stand in a statement. */
export function quoted(name: string): Sql {
  return raw(`"${name.replaceAll('"', '""')}"`);
}
