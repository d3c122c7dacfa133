import sql from 'sql-template-tag';
import type { Database, Transaction } from './database.ts';

/**
 * A transaction whose commit is on the disk before it is answered, whatever the server's default for others is: what is sent after it must
 * not be forgotten by a crash of the server. A stronger setting of the server, for example `remote_apply`, is kept. The setting ends with
 * the transaction, so that it is right behind a pooler in transaction mode, too.
 */
export function moneyTransaction<T>(
  db: Pick<Database, 'transaction'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query(sql`
      SELECT set_config('synchronous_commit', 'on', true)
       WHERE current_setting('synchronous_commit') IN ('off', 'local')`);
    return work(tx);
  });
}
