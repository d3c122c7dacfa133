import type { Sql } from 'sql-template-tag';
import { bindValues } from './bind-values.ts';
import type { Database, Transaction } from './database.ts';
import { insideTransaction, refuseInsideTransaction } from './transaction-guard.ts';
import { Mutex } from '../mutex.ts';

/** One connection to an embedded PostgreSQL, in this thread or behind a worker. */
export interface Connection {
  query(text: string, values: unknown[]): Promise<unknown[]>;
  execute(script: string): Promise<void>;
  close(): Promise<void>;
}

/** A transaction that sends nothing for this long, ms, waits for a statement that waits for itself; calculations between two statements take seconds at most. */
const idleMsMax = 300_000;

/** Makes a database of one connection: queries and transactions wait for each other in the order of their arrival. */
export function singleConnectionDatabase(connection: Connection, idleMs = idleMsMax): Database {
  const mutex = new Mutex();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    refuseInsideTransaction();
    return mutex.run(work);
  };
  const query = async <Row>(statement: Sql): Promise<Row[]> =>
    (await connection.query(statement.text, bindValues(statement.values))) as Row[];

  return {
    engine: 'pglite',
    query: (statement) => inTurn(() => query(statement)),
    execute: (script) => inTurn(() => connection.execute(script)),
    transaction: (work) => inTurn(() => runTransaction(connection, query, work, idleMs)),
    close: () => inTurn(() => connection.close()),
  };
}

async function runTransaction<T>(
  connection: Connection,
  query: <Row>(statement: Sql) => Promise<Row[]>,
  work: (tx: Transaction) => Promise<T>,
  idleMs: number,
): Promise<T> {
  const afterCommit: (() => void)[] = [];
  await connection.execute('BEGIN');
  const watch = watchIdle(idleMs);
  let result: T;
  let failure: { readonly error: unknown } | undefined;
  try {
    const tx: Transaction = {
      query: async <Row>(statement: Sql) => {
        try {
          return await watch.during(() => query<Row>(statement));
        } catch (error) {
          failure ??= { error };
          throw error;
        }
      },
      afterCommit: (run) => afterCommit.push(run),
    };
    result = await Promise.race([insideTransaction(() => work(tx)), watch.expired]);
    watch.end();
    // The database would answer this COMMIT by rolling back, without an error.
    if (failure !== undefined) throw failure.error;
    await connection.execute('COMMIT');
  } catch (error) {
    watch.end();
    await connection.execute('ROLLBACK').catch(() => undefined);
    throw error;
  }
  for (const run of afterCommit) run();
  return result;
}

interface IdleWatch {
  /** Rejects when nothing was done for too long. */
  readonly expired: Promise<never>;
  /** Throws where the transaction is over: the connection serves another one. */
  during<T>(statement: () => Promise<T>): Promise<T>;
  end(): void;
}

function watchIdle(idleMs: number): IdleWatch {
  let isOver = false;
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  let expire: (error: Error) => void = () => undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    expire = reject;
  });
  expired.catch(() => undefined);
  const wait = (): void => {
    timer = setTimeout(() => {
      isOver = true;
      expire(new Error(`a transaction was ended: it did nothing for ${idleMs / 1000} seconds`));
    }, idleMs);
    timer.unref();
  };
  wait();
  return {
    expired,
    async during(statement) {
      if (isOver) throw new Error('this transaction is over');
      clearTimeout(timer);
      underWay += 1;
      try {
        return await statement();
      } finally {
        underWay -= 1;
        if (underWay === 0 && !isOver) wait();
      }
    },
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
