import sql from 'sql-template-tag';
import { firstRow } from '../../db/database.ts';
import type { Account } from '../accounts/find-account.ts';
import type { ServiceContext } from '../context.ts';
import { kept } from '../retention/retention-rules.ts';

/** Neither its address nor its account is told to the owner of the code. */
export interface ReferredWorker {
  readonly name: string;
  readonly lastSeenAt: number;
}

export interface Referrals {
  readonly code: string | null;
  readonly custom: { readonly code: string; readonly tier: number } | undefined;
  /** Workers online with one of the codes. */
  readonly active: number;
  /** Ten of those seen in the past eight days, the last seen first. */
  readonly list: readonly ReferredWorker[];
  /** From 1. */
  readonly page: number;
  readonly lastPage: number;
}

const pageSize = 10;

/** An account's own codes and the workers that mine with them. Its own workers, on any coin or network, are none of them. */
export async function readReferrals(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  account: Pick<Account, 'id' | 'address'>,
  page: number,
): Promise<Referrals> {
  const codes = await ctx.db.query<{ code: string; tier: number | null }>(
    sql`SELECT code, tier FROM referral_codes WHERE account_id = ${account.id}`,
  );
  const referred = sql`
      FROM workers JOIN accounts ON accounts.id = account_id
     WHERE lower(code) = ANY(${codes.map(({ code }) => code.toLowerCase())}::text[])
       AND address <> ${account.address}
       AND last_share_at > ${new Date(ctx.clock.now() - kept.offlineWorkersMs)}`;
  const counted = await ctx.db.query<{ active: bigint; known: bigint }>(
    sql`SELECT count(*) FILTER (WHERE online) AS active, count(*) AS known ${referred}`,
  );
  const { active, known } = firstRow(counted);
  const list = await ctx.db.query<{ name: string; last_share_at: Date }>(sql`
    SELECT name, last_share_at ${referred}
     ORDER BY last_share_at DESC, workers.id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`);
  const custom = codes.find(({ tier }) => tier !== null);
  return {
    code: codes.find(({ tier }) => tier === null)?.code ?? null,
    custom: custom === undefined ? undefined : { code: custom.code, tier: custom.tier ?? 0 },
    active: Number(active),
    list: list.map(({ name, last_share_at: lastSeen }) => ({ name, lastSeenAt: lastSeen.getTime() })),
    page,
    lastPage: Math.max(1, Math.ceil(Number(known) / pageSize)),
  };
}
