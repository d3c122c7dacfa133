import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

export type CodeOutcome =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ordinary' }
  | { readonly kind: 'custom'; readonly tier: number };

/** What a referral code is, in whatever case it was typed; never whose. */
export async function readCode(ctx: Pick<ServiceContext, 'db'>, code: string): Promise<CodeOutcome> {
  const [row] = await ctx.db.query<{ tier: number | null }>(
    sql`SELECT tier FROM referral_codes WHERE lower(code) = lower(${code})`,
  );
  if (row === undefined) return { kind: 'unknown' };
  return row.tier === null ? { kind: 'ordinary' } : { kind: 'custom', tier: row.tier };
}
