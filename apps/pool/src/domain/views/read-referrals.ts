import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { kept } from '../policy/retention-rules.ts';
import { lastShareAfter } from '../workers/last-share.ts';

/** A worker that mines with the code. The owner of the code sees neither its address nor its miner. */
export interface ReferredWorker {
  readonly name: string;
  readonly lastSeenAt: number;
  /** It is of the demo fleet. */
  readonly simulated: boolean;
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

/**
 * A miner's own codes and the workers that mine with them; undefined for a miner that does not exist yet. Its own workers, on any
 * coin or network, are none of them.
 */
export async function readReferrals(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  uuid: string,
  page: number,
): Promise<Referrals | undefined> {
  // Each code looks its own workers up, and each worker its miner: of a list the planner takes them for a large part of the table.
  const rows = await ctx.db.query<ReferredRow>(sql`
    WITH own AS (
      SELECT address, code, tier FROM miners LEFT JOIN referral_codes ON miner_id = miners.id
       WHERE uuid = ${uuid.toLowerCase()}::uuid
    ), held AS (
      SELECT max(code) FILTER (WHERE tier IS NULL) AS code, max(code) FILTER (WHERE tier IS NOT NULL) AS custom,
             max(tier) AS tier FROM own HAVING count(*) > 0
    ), referred AS MATERIALIZED (
      SELECT used.id, name, last_share_at, online, used.simulated
        FROM own CROSS JOIN LATERAL (
               SELECT id, miner_id, name, last_share_at, online, simulated FROM workers
                WHERE lower(workers.code) = lower(own.code)
                  AND ${lastShareAfter(ctx.clock.now() - kept.offlineWorkersMs)} OFFSET 0
             ) AS used
       WHERE (SELECT owner.address FROM miners AS owner WHERE owner.id = used.miner_id) <> own.address
    ), counted AS (SELECT count(*) FILTER (WHERE online) AS active, count(*) AS known FROM referred),
    listed AS (
      SELECT id, name, last_share_at, simulated FROM referred
       ORDER BY last_share_at DESC, id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
    )
    SELECT held.*, active, known, name, last_share_at, simulated FROM held CROSS JOIN counted LEFT JOIN listed ON true
     ORDER BY last_share_at DESC, listed.id`);
  const [first] = rows;
  if (first === undefined) return undefined;
  const { code, custom, tier, active, known } = first;
  return {
    code,
    custom: custom === null ? undefined : { code: custom, tier: tier ?? 0 },
    active: Number(active),
    list: rows.flatMap(({ name, last_share_at: lastSeen, simulated }) =>
      name === null || lastSeen === null
        ? []
        : [{ name, lastSeenAt: lastSeen.getTime(), simulated: simulated === true }],
    ),
    page,
    lastPage: Math.max(1, Math.ceil(Number(known) / pageSize)),
  };
}

interface ReferredRow {
  readonly code: string | null;
  readonly custom: string | null;
  readonly tier: number | null;
  readonly active: bigint;
  readonly known: bigint;
  /** Null where the page is empty. */
  readonly name: string | null;
  readonly last_share_at: Date | null;
  readonly simulated: boolean | null;
}
