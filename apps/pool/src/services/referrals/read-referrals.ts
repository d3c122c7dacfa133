import sql from 'sql-template-tag';
import { firstRow } from '../../db/database.ts';
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

interface OwnCode {
  readonly address: string;
  readonly code: string | null;
  readonly tier: number | null;
}

/**
 * An account's own codes and the workers that mine with them; undefined for an account that does not exist yet. Its own workers, on any
 * coin or network, are none of them.
 */
export async function readReferrals(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  uuid: string,
  page: number,
): Promise<Referrals | undefined> {
  const codes = await ctx.db.query<OwnCode>(sql`
    SELECT address, code, tier FROM accounts LEFT JOIN referral_codes ON account_id = accounts.id
     WHERE uuid = ${uuid.toLowerCase()}::uuid`);
  const [first] = codes;
  if (first === undefined) return undefined;
  const names = codes.flatMap(({ code }) => (code === null ? [] : [code.toLowerCase()]));
  const rows = await ctx.db.query<ReferredRow>(sql`
    WITH referred AS MATERIALIZED (
      SELECT workers.id, name, last_share_at, online FROM workers JOIN accounts ON accounts.id = account_id
       WHERE lower(code) = ANY(${names}::text[]) AND address <> ${first.address}
         AND last_share_at > ${new Date(ctx.clock.now() - kept.offlineWorkersMs)}
    ), counted AS (SELECT count(*) FILTER (WHERE online) AS active, count(*) AS known FROM referred),
    listed AS (
      SELECT id, name, last_share_at FROM referred
       ORDER BY last_share_at DESC, id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
    )
    SELECT active, known, name, last_share_at FROM counted LEFT JOIN listed ON true
     ORDER BY last_share_at DESC, listed.id`);
  const { active, known } = firstRow(rows);
  const custom = codes.find(({ tier }) => tier !== null);
  return {
    code: codes.find(({ tier }) => tier === null)?.code ?? null,
    custom:
      custom === undefined || custom.code === null
        ? undefined
        : { code: custom.code, tier: custom.tier ?? 0 },
    active: Number(active),
    list: rows.flatMap(({ name, last_share_at: lastSeen }) =>
      name === null || lastSeen === null ? [] : [{ name, lastSeenAt: lastSeen.getTime() }],
    ),
    page,
    lastPage: Math.max(1, Math.ceil(Number(known) / pageSize)),
  };
}

interface ReferredRow {
  readonly active: bigint;
  readonly known: bigint;
  /** Null where the page lists nobody. */
  readonly name: string | null;
  readonly last_share_at: Date | null;
}
