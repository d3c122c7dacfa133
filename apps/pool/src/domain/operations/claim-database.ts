import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { type PoolKind, SandboxWall } from '../kernel/pool-kind.ts';

/** Writes into a new database what kind of pool it serves, for ever; refuses one that was made for another kind. */
export async function claimDatabase(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  kind: PoolKind,
): Promise<void> {
  await ctx.db.query(sql`
    INSERT INTO pool_identity (kind, created_at) VALUES (${kind}, ${new Date(ctx.clock.now())}) ON CONFLICT DO NOTHING`);
  const [identity] = await ctx.db.query<{ kind: PoolKind }>(sql`SELECT kind FROM pool_identity`);
  if (identity?.kind !== kind) {
    throw new SandboxWall(
      `this database was made for a ${identity?.kind} pool and can never serve a ${kind} one`,
    );
  }
}
