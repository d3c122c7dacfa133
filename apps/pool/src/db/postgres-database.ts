import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { bindValues } from './bind-values.ts';
import type { Database } from './database.ts';
import { insideTransaction, refuseInsideTransaction } from './transaction-guard.ts';

const int8 = 20;
const timestamptz = 1184;
const numeric = 1700;

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8 || oid === numeric) return BigInt;
    if (oid === timestamptz) return (text: string) => new Date(text);
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

/** Connects to a PostgreSQL server (15 or later). */
export function openPostgres(connectionString: string, poolSizeMax = 10): Database {
  const pool = new pg.Pool({ connectionString, max: poolSizeMax, types });
  // A connection that dies while idle must not end the process; the next query takes a fresh one.
  pool.on('error', () => undefined);

  return {
    engine: 'postgres',
    query: async <Row>(statement: Sql) => {
      refuseInsideTransaction();
      return (await pool.query(statement.text, bindValues(statement.values))).rows as Row[];
    },
    execute: async (script) => {
      refuseInsideTransaction();
      await pool.query(script);
    },
    transaction: async (work) => {
      refuseInsideTransaction();
      const client = await pool.connect();
      const afterCommit: (() => void)[] = [];
      let broken: Error | undefined;
      let result;
      try {
        await client.query('BEGIN');
        result = await insideTransaction(() =>
          work({
            query: async <Row>(statement: Sql) =>
              (await client.query(statement.text, bindValues(statement.values))).rows as Row[],
            afterCommit: (run) => afterCommit.push(run),
          }),
        );
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: unknown) => {
          broken = failure as Error;
        });
        throw error;
      } finally {
        client.release(broken);
      }
      for (const run of afterCommit) run();
      return result;
    },
    close: () => pool.end(),
  };
}
