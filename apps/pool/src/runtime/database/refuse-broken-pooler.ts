/** A pooler in front of PostgreSQL loses the statements that the pool prepares by name. */
export class BrokenPooler extends Error {
  override readonly name = 'BrokenPooler';
}

/** PostgreSQL's manual, appendix A: invalid_sql_statement_name, duplicate_prepared_statement. */
const lostStatement = new Set(['26000', '42P05']);
const answerWithinMs = 5000;
const probe = { name: 'openlode_probe', text: 'SELECT 1 AS openlode_probe' };

/**
 * Throws `BrokenPooler` where a connection is not the same one for two statements and the pooler does not carry prepared statements over:
 * most tasks would fail then, while miners are still answered. Two connections are enough to see it: the second holds what answered the
 * first, which is then answered by another one. What cannot be found out, because the database does not answer, refuses nothing.
 */
export async function refuseBrokenPooler(connectionString: string): Promise<void> {
  const options = {
    connectionString,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
  };
  const { default: pg } = await import('pg');
  const [one, two] = [new pg.Client(options), new pg.Client(options)];
  for (const client of [one, two]) client.on('error', () => undefined);
  try {
    await one.connect();
    await two.connect();
    await one.query(probe);
    await two.query('BEGIN');
    await one.query(probe);
    await two.query('ROLLBACK');
  } catch (error) {
    const { code: errorCode = '', message } = error as { readonly code?: string; readonly message: string };
    if (lostStatement.has(errorCode) || message.includes('statement pooling'))
      throw new BrokenPooler(
        `The pooler that DATABASE_URL names loses prepared statements (${message}). Set it to session pooling ` +
          '(pool_mode = session), or take PgBouncer 1.21 or later with transaction pooling and max_prepared_statements = 300, ' +
          'or connect to PostgreSQL directly.',
      );
  } finally {
    await Promise.all([one.end(), two.end()].map((ended) => ended.catch(() => undefined)));
  }
}
