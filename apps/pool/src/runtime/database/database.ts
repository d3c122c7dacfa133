import type { Sql } from 'sql-template-tag';

/** Rows come back with `bigint` for int8 and numeric, `Date` for timestamps and parsed JSON. */
export interface Queryable {
  query<Row>(statement: Sql): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /** Runs once the transaction has committed, and never when it did not. */
  afterCommit(run: () => void): void;
}

/** A look at everything there is, such as an audit of the whole ledger, may take so long, ms: it grows with what the pool has ever booked. */
export const wholeLookMs = 6 * 3_600_000;

export interface TransactionOptions {
  /** How long each of its statements may take, ms, where that is more than callers wait for. An embedded database has no limit. */
  readonly answerWithinMs?: number;
}

export interface Database extends Queryable {
  readonly engine: 'pglite' | 'postgres';
  /**
   * Commits when `work` resolves, rolls back and rethrows when it rejects. Inside it, only the transaction may be queried:
   * a query on the database itself would wait for ever on an engine with one connection, so it throws on both.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Several statements without parameters; for migrations. */
  execute(script: string): Promise<void>;
  close(): Promise<void>;
}

/** The first row of an answer that must have one. */
export function firstRow<Row>(rows: readonly Row[]): Row {
  const row = rows[0];
  if (row === undefined) throw new Error('the query answered no row where one must be');
  return row;
}
