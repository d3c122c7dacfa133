import { tiers } from '@openlode/catalogue/tiers';
import { judgeReferralCode } from '@openlode/mining/referral-code';
import sql from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';
import type { ServiceContext } from '../context.ts';

export type GrantOutcome =
  | { readonly kind: 'granted'; readonly code: string }
  | { readonly kind: 'bad-code' }
  | { readonly kind: 'unknown-tier' }
  | { readonly kind: 'unknown-account' }
  /** Somebody has it already, in this case or another. */
  | { readonly kind: 'taken' }
  /** The account has another custom code, which miners use. */
  | { readonly kind: 'has-another'; readonly code: string };

/** The operator's grant of a custom code to an account, or its next level: the same code again with another tier. */
export async function grantCustomCode(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  grant: { readonly uuid: string; readonly code: string; readonly tier: number },
  /** Belongs to a grant, and into its transaction. */
  andThen: (tx: Transaction, code: string) => Promise<void> = async () => undefined,
): Promise<GrantOutcome> {
  const judged = judgeReferralCode(grant.code);
  if (judged.kind !== 'valid') return { kind: 'bad-code' };
  if (tiers[grant.tier] === undefined) return { kind: 'unknown-tier' };
  const { code } = judged;
  return ctx.db.transaction(async (tx) => {
    const [account] = await tx.query<{ id: bigint }>(
      sql`SELECT id FROM accounts WHERE uuid = ${grant.uuid}::uuid FOR NO KEY UPDATE`,
    );
    if (account === undefined) return { kind: 'unknown-account' };
    const [own] = await tx.query<{ code: string }>(
      sql`SELECT code FROM referral_codes WHERE account_id = ${account.id} AND kind = 'custom'`,
    );
    if (own !== undefined && own.code.toLowerCase() !== code.toLowerCase())
      return { kind: 'has-another', code: own.code };
    if (own !== undefined) {
      await tx.query(sql`UPDATE referral_codes SET tier = ${grant.tier} WHERE code = ${own.code}`);
      await andThen(tx, own.code);
      return { kind: 'granted', code: own.code };
    }
    const inserted = await tx.query(sql`
      INSERT INTO referral_codes (code, account_id, kind, tier, created_at)
      VALUES (${code}, ${account.id}, 'custom', ${grant.tier}, ${new Date(ctx.clock.now())})
      ON CONFLICT DO NOTHING RETURNING code`);
    if (inserted.length === 0) return { kind: 'taken' };
    await andThen(tx, code);
    return { kind: 'granted', code };
  });
}
