import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** The id of this life of the database; empty before the first process has opened it for payouts. */
export async function currentEpoch(db: Queryable): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    sql`SELECT id FROM payout_epochs ORDER BY number DESC LIMIT 1`,
  );
  return row?.id ?? '';
}

/** Gives a new database its first epoch; one that has any keeps it. Answers the current one. */
export async function claimEpoch(ctx: Pick<ServiceContext, 'db' | 'clock' | 'random'>): Promise<string> {
  await ctx.db.transaction(async (tx) => {
    await tx.query(sql`LOCK TABLE payout_epochs IN SHARE ROW EXCLUSIVE MODE`);
    await tx.query(sql`
      INSERT INTO payout_epochs (id, origin, began_at)
      SELECT ${ctx.random.uuid()}::uuid, 'created', ${new Date(ctx.clock.now())}
       WHERE NOT EXISTS (SELECT 1 FROM payout_epochs)`);
  });
  return currentEpoch(ctx.db);
}

/** Begins a new epoch in a restored database. Comparisons that were made before it prove nothing about what left after the backup. */
export async function beginRestoredEpoch(
  tx: Queryable,
  epoch: { readonly id: string; readonly at: number; readonly backupAt: number },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO payout_epochs (id, origin, began_at, backup_at, after_comparison)
    VALUES (${epoch.id}::uuid, 'restored', ${new Date(epoch.at)}, ${new Date(epoch.backupAt)},
            (SELECT coalesce(max(id), 0) FROM payout_comparisons))`);
}
