import { tiers } from '@openlode/catalogue/tiers';
import { judgeReferralCode } from '@openlode/mining/referral-code';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { reachedTier, readActiveMiners } from './reach-tiers.ts';

export type GrantOutcome =
  | {
      readonly kind: 'granted';
      readonly code: string;
      /** The level that it is of now, by its active miners … */
      readonly tier: number;
      readonly active: number;
      /** … and the highest that it may reach. */
      readonly highest: number;
    }
  | { readonly kind: 'bad-code' }
  | { readonly kind: 'unknown-tier' }
  | { readonly kind: 'unknown-miner' }
  /** The code is taken; codes are compared without regard to case. */
  | { readonly kind: 'taken' }
  /** The miner has another custom code, which miners use. */
  | { readonly kind: 'has-another'; readonly code: string };

type Granted = Extract<GrantOutcome, { kind: 'granted' }>;

/**
 * The operator's grant of a custom code to a miner, or of another highest level: the same code again with another tier; without one
 * there is no limit. Which level counts is up to its active miners.
 */
export async function grantCustomCode(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  grant: { readonly uuid: string; readonly code: string; readonly tier?: number | undefined },
  /** Belongs to a grant, and into its transaction. */
  andThen: (tx: Transaction, granted: Granted) => Promise<void> = async () => undefined,
): Promise<GrantOutcome> {
  const judged = judgeReferralCode(grant.code);
  if (judged.kind !== 'valid') return { kind: 'bad-code' };
  const highest = grant.tier ?? tiers.length - 1;
  if (tiers[highest] === undefined) return { kind: 'unknown-tier' };
  const { referralCode } = judged;
  return ctx.db.transaction(async (tx) => {
    const [miner] = await tx.query<{ id: bigint }>(
      sql`SELECT id FROM miners WHERE uuid = ${grant.uuid}::uuid FOR NO KEY UPDATE`,
    );
    if (miner === undefined) return { kind: 'unknown-miner' };
    const [own] = await tx.query<{ code: string }>(
      sql`SELECT code FROM referral_codes WHERE miner_id = ${miner.id} AND kind = 'custom'`,
    );
    if (own !== undefined && own.code.toLowerCase() !== referralCode.toLowerCase())
      return { kind: 'has-another', code: own.code };
    const active = (await readActiveMiners(tx, ctx.clock.now(), miner.id)).get(miner.id) ?? 0;
    const granted: Granted = {
      kind: 'granted',
      code: own?.code ?? referralCode,
      tier: reachedTier(active, highest),
      highest,
      active,
    };
    const stored =
      own === undefined
        ? await tx.query(sql`
            INSERT INTO referral_codes (code, miner_id, kind, tier, tier_max, created_at)
            VALUES (${referralCode}, ${miner.id}, 'custom', ${granted.tier}, ${highest}, ${new Date(ctx.clock.now())})
            ON CONFLICT DO NOTHING RETURNING code`)
        : await tx.query(sql`
            UPDATE referral_codes SET tier = ${granted.tier}, tier_max = ${highest} WHERE code = ${own.code} RETURNING code`);
    if (stored.length === 0) return { kind: 'taken' };
    await andThen(tx, granted);
    return granted;
  });
}
