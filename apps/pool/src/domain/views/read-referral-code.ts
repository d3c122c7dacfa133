import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

export type ReferralCodeOutcome =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ordinary' }
  | { readonly kind: 'custom'; readonly tier: number };

/** What a referral code is, in whatever case it was typed; never whose. */
export async function readReferralCode(
  ctx: Pick<ServiceContext, 'db'>,
  referralCode: string,
): Promise<ReferralCodeOutcome> {
  const [row] = await ctx.db.query<{ tier: number | null }>(
    sql`SELECT tier FROM referral_codes WHERE lower(code) = lower(${referralCode})`,
  );
  if (row === undefined) return { kind: 'unknown' };
  return row.tier === null ? { kind: 'ordinary' } : { kind: 'custom', tier: row.tier };
}
