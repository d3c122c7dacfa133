import sql from 'sql-template-tag';
import type { ServiceContext } from '../context.ts';

export interface DeskCode {
  readonly code: string;
  readonly tier: number;
  readonly uuid: string;
  readonly coin: string;
  readonly address: string;
}

/** The custom codes there are; every account has an ordinary one. */
export async function listCodes(ctx: Pick<ServiceContext, 'db'>): Promise<DeskCode[]> {
  return ctx.db.query<DeskCode>(sql`
    SELECT code, tier, uuid, coin, address
      FROM referral_codes JOIN accounts ON accounts.id = account_id
     WHERE kind = 'custom' ORDER BY code LIMIT 1000`);
}
