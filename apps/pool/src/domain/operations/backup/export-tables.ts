import { createHash } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import type { ServiceContext } from '../../kernel/context.ts';
import { listTables, quoted } from './list-tables.ts';

export interface TableCount {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 over the lines of its rows, each with its line end, in hex. */
  readonly sha256: string;
}

const rowsAtOnce = 200;

/**
 * Gives every row of every table as a line of JSON, in one snapshot: `begin` before a table's first, `end` after its last. Exact on
 * both engines, because each value travels as the text that the database prints and reads itself.
 */
export async function exportTables(
  ctx: Pick<ServiceContext, 'db'>,
  sink: {
    begin(table: string): Promise<void>;
    rows(lines: readonly string[]): Promise<void>;
    end(count: TableCount): Promise<void>;
  },
): Promise<TableCount[]> {
  return ctx.db.transaction(async (tx) => {
    await tx.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
    await tx.query(sql`SET LOCAL TIME ZONE 'UTC'`);
    const counts: TableCount[] = [];
    for (const { name, columns } of await listTables(tx)) {
      await sink.begin(name);
      const list = columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ');
      await tx.query(sql`
        DECLARE copied NO SCROLL CURSOR FOR
        SELECT row_to_json(picked)::text AS line FROM (SELECT ${raw(list)} FROM ${quoted(name)}) AS picked`);
      const hash = createHash('sha256');
      let rows = 0;
      for (;;) {
        const page = await tx.query<{ line: string }>(sql`FETCH ${raw(String(rowsAtOnce))} FROM copied`);
        if (page.length === 0) break;
        const lines = page.map(({ line }) => line);
        for (const line of lines) hash.update(`${line}\n`);
        rows += lines.length;
        await sink.rows(lines);
      }
      await tx.query(sql`CLOSE copied`);
      const count = { table: name, rows, sha256: hash.digest('hex') };
      await sink.end(count);
      counts.push(count);
    }
    return counts;
  });
}
