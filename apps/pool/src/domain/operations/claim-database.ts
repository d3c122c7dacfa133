import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

export type PoolKind = 'sandbox' | 'real';

/** A database of the other kind: simulated coins and real ones never meet. */
export class SandboxWall extends Error {
  override readonly name = 'SandboxWall';
}

/**
 * Writes into a new database what kind of money it holds, for ever; refuses one that holds the other kind, and every part of the
 * pool that deals in the other kind.
 */
export async function claimDatabase(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  kind: PoolKind,
  parts: readonly { readonly name: string; readonly kind: PoolKind }[],
): Promise<void> {
  const stranger = parts.find((part) => part.kind !== kind);
  if (stranger !== undefined) {
    throw new SandboxWall(`${stranger.name} is ${stranger.kind}, but this pool is ${kind}`);
  }
  await ctx.db.query(sql`
    INSERT INTO pool_identity (kind, created_at) VALUES (${kind}, ${new Date(ctx.clock.now())}) ON CONFLICT DO NOTHING`);
  const [identity] = await ctx.db.query<{ kind: PoolKind }>(sql`SELECT kind FROM pool_identity`);
  if (identity?.kind !== kind) {
    throw new SandboxWall(
      `this database was made for a ${identity?.kind} pool and can never serve a ${kind} one`,
    );
  }
}
