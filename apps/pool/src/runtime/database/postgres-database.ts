import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { bindValues } from './bind-values.ts';
import type { Database } from './database.ts';
import { type DatabaseWatch, timed } from './database-watch.ts';
import { statementNames } from './statement-names.ts';
import { insideTransaction, refuseInsideTransaction } from './transaction-guard.ts';

const bytea = 17;
const int8 = 20;
const timestamptz = 1184;
const numeric = 1700;

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8 || oid === numeric) return BigInt;
    // A plain array of bytes on both engines, not a Buffer here and another type there.
    if (oid === bytea) return (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
    if (oid === timestamptz) return (text: string) => new Date(text);
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

/** How long a connection may take to open or to become free, and a statement to answer, before the server counts as away. */
const defaultConnectMs = 5000;
const defaultAnswerMs = 30_000;
/** The server ends a statement itself when its time is over; only one that does not even say that is given up after so much more. */
const graceMs = 5000;
/** A busy pool records every fifteen seconds: a new connection each time would begin with nothing of the tables in its memory. */
const idleMs = 60_000;
/** Migrations may take their time; this is the longest that a timer can be set to. */
const scriptWithinMs = 2 ** 31 - 1;

/**
 * Commits to the disk, whatever the server's default for others is: what is answered or sent after it must not be forgotten by a crash of
 * the server. All transactions do, so none that books money can lack it. A stronger setting, for example `remote_apply`, is kept. What
 * counts is the setting at the commit; it ends with the transaction, so it is right behind a pooler in transaction mode, too. One message:
 * after a failed statement the first part fails and nothing is taken for committed.
 */
const commitDurably = `
  SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') IN ('off', 'local');
  COMMIT`;

/**
 * Connects to a PostgreSQL server (15 or later). `answerWithinMs`: for work whose statements may take longer than those that callers wait for.
 * The server ends a statement that takes longer (SQLSTATE 57014), so that none goes on with its locks after its caller has given up. A
 * COMMIT is not ended by it: whether it is written is not known then, and is looked up.
 */
export function openPostgres(
  connectionString: string,
  poolSizeMax = 10,
  {
    answerWithinMs = defaultAnswerMs,
    connectWithinMs = defaultConnectMs,
    watch,
  }: {
    readonly answerWithinMs?: number;
    readonly connectWithinMs?: number;
    readonly watch?: DatabaseWatch | undefined;
  } = {},
): Database {
  const pool = openPool(connectionString, poolSizeMax, { answerWithinMs, connectWithinMs });
  watch?.connected(() => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  const preparedName = statementNames();
  const transaction = transactionOn(pool, answerWithinMs);

  return {
    engine: 'postgres',
    query: async <Row>(statement: Sql) => {
      refuseInsideTransaction();
      const { text, values } = statement;
      const config: pg.QueryConfig = { text, values: bindValues(values) };
      const name = preparedName(text);
      if (name !== undefined) config.name = name;
      return (await timed(watch, 'statement', () => pool.query(config))).rows as Row[];
    },
    execute: async (script) => {
      refuseInsideTransaction();
      const client = await pool.connect();
      try {
        await client.query('SET statement_timeout = 0');
        await client.query({ text: script, query_timeout: scriptWithinMs } as pg.QueryConfig);
      } finally {
        client.release(true);
      }
    },
    transaction: async (work, limits) => {
      refuseInsideTransaction();
      return timed(watch, 'transaction', () => transaction(work, limits));
    },
    close: () => pool.end(),
  };
}

/** Runs the work of a caller on one connection, and what is to follow once it is committed. */
function transactionOn(pool: pg.Pool, answerWithinMs: number): Database['transaction'] {
  return async (work, { answerWithinMs: withinMs = answerWithinMs } = {}) => {
    const client = await pool.connect();
    const ask = (text: string, values: unknown[] = []) =>
      client.query({ text, values, query_timeout: withinMs + graceMs } as pg.QueryConfig);
    const afterCommit: (() => void)[] = [];
    let broken: Error | undefined;
    let isOver = false;
    let result;
    try {
      // Behind a pooler in transaction mode the connection may have the limit of another one.
      await client.query(`BEGIN; SET LOCAL ${limitOf(withinMs)}`);
      result = await insideTransaction(() =>
        work({
          query: async <Row>(statement: Sql) => {
            // The connection is back in the pool by then.
            if (isOver) throw new Error('this transaction is over');
            return (await ask(statement.text, bindValues(statement.values))).rows as Row[];
          },
          afterCommit: (run) => afterCommit.push(run),
        }),
      );
      isOver = true;
      await ask(commitDurably);
    } catch (error) {
      isOver = true;
      // After COMMIT was sent, an error leaves open whether anything is written: a caller that tries again needs an
      // idempotency key.
      if (isTimeout(error)) broken = error;
      else {
        await client.query('ROLLBACK').catch((failure: unknown) => {
          broken = failure as Error;
        });
      }
      throw error;
    } finally {
      client.release(broken);
    }
    for (const run of afterCommit) run();
    return result;
  };
}

/** What the server is told on a connection, or for a transaction. */
function limitOf(answerWithinMs: number): string {
  return `statement_timeout = ${answerWithinMs}`;
}

function openPool(
  connectionString: string,
  max: number,
  { answerWithinMs, connectWithinMs }: { readonly answerWithinMs: number; readonly connectWithinMs: number },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: idleMs,
    query_timeout: answerWithinMs + graceMs,
    keepAlive: true,
    // Statements of a transaction that do not wait for each other are sent at once, and answered in their order.
    pipeline: true,
  });
  // A connection that dies must not end the process, neither an idle one nor one between two statements of a transaction: the next
  // statement fails, and the next query takes a fresh connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    // Not a parameter of the connection: PgBouncer refuses those that it does not know.
    client.query(`SET ${limitOf(answerWithinMs)}`).catch(() => undefined);
  });
  return pool;
}

/** The statement may still run, so its connection can be asked nothing more. */
function isTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}
