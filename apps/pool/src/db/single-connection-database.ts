import type { Sql } from 'sql-template-tag';
import { bindValues } from './bind-values.ts';
import type { Database, Transaction } from './database.ts';
import { insideTransaction, refuseInsideTransaction } from './transaction-guard.ts';

/** One connection to an embedded PostgreSQL, in this thread or behind a worker. */
export interface Connection {
  query(text: string, values: unknown[]): Promise<unknown[]>;
  execute(script: string): Promise<void>;
  close(): Promise<void>;
}

/** Makes a database of one connection: queries and transactions wait for each other in the order of their arrival. */
export function singleConnectionDatabase(connection: Connection): Database {
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    refuseInsideTransaction();
    const turn = tail.then(work, work);
    tail = turn.catch(() => undefined);
    return turn;
  };
  const query = async <Row>(statement: Sql): Promise<Row[]> =>
    (await connection.query(statement.text, bindValues(statement.values))) as Row[];

  return {
    engine: 'pglite',
    query: (statement) => inTurn(() => query(statement)),
    execute: (script) => inTurn(() => connection.execute(script)),
    transaction: (work) => inTurn(() => runTransaction(connection, query, work)),
    close: () => inTurn(() => connection.close()),
  };
}

async function runTransaction<T>(
  connection: Connection,
  query: <Row>(statement: Sql) => Promise<Row[]>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const afterCommit: (() => void)[] = [];
  await connection.execute('BEGIN');
  let result: T;
  try {
    result = await insideTransaction(() => work({ query, afterCommit: (run) => afterCommit.push(run) }));
    await connection.execute('COMMIT');
  } catch (error) {
    await connection.execute('ROLLBACK').catch(() => undefined);
    throw error;
  }
  for (const run of afterCommit) run();
  return result;
}
