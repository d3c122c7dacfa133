import sql, { type Sql } from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { isOwedInSql } from '../payouts/owed-by-run.ts';
import { poolFeePpm } from '../policy/round-rules.ts';
import { readFeePpm } from './read-miner-codes.ts';
import { minerColumns, minerOf, type MinerRow, type Miner } from '../miners/find-miner.ts';
import type { Balance } from '../miners/read-balance.ts';
import { accountInSql } from '../ledger/account-names.ts';

const hourMs = 3_600_000;

/** A span of time in ms, end exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface MinerStats {
  readonly miner: Miner;
  readonly balance: Balance;
  readonly rewarded: Readonly<Record<'past24h' | 'past7d' | 'past30d', Span & { readonly amount: bigint }>>;
  /** Everything that was ever paid, and when the last payment succeeded. */
  readonly paid: bigint;
  /** Payments ever begun, whatever became of them. */
  readonly payments: number;
  readonly lastPaymentAt: number | null;
  /** What its next reward is charged, in millionths. */
  readonly feePpm: number;
  /** The least payment where it follows fees. */
  readonly minimum: bigint | undefined;
  /** What its next automatic payout is calculated from. */
  readonly payday: {
    /** Credited in the 24 hours until now. */
    readonly pastDay: bigint;
    /** Today's run owes it a payout, if its balance reaches the minimum. */
    readonly isOwed: boolean;
  };
}

interface StatsRow extends MinerRow {
  readonly mining: bigint;
  readonly referral: bigint;
  readonly past24h: bigint;
  readonly past7d: bigint;
  readonly past30d: bigint;
  readonly past_day: bigint;
  readonly is_owed: boolean;
  readonly paid: bigint;
  readonly payments: number;
  readonly last_paid_at: Date | null;
  readonly has_codes: boolean;
  readonly minimum: bigint | null;
}

/**
 * Balances, and what was credited in the past 24 hours, 7 and 30 days, each up to the last full hour; undefined for a miner that
 * does not exist yet.
 */
export async function readStats(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  uuid: string,
): Promise<MinerStats | undefined> {
  const now = ctx.clock.now();
  const to = Math.floor(now / hourMs) * hourMs;
  const span = (days: number): Span => ({ from: to - days * 24 * hourMs, to });
  const spans = { past24h: span(1), past7d: span(7), past30d: span(30) };
  const balanceAt = (account: Sql) =>
    sql`coalesce((SELECT amount FROM balances WHERE asset = miners.coin AND account = ${account}), 0)`;
  const [row] = await ctx.db.query<StatsRow>(sql`
    SELECT ${minerColumns}, ${balanceAt(accountInSql('mining', sql`miners.id`))} AS mining, ${balanceAt(accountInSql('referral', sql`miners.id`))} AS referral,
           earned.*, settled.*, ${isOwedInSql(now)} AS is_owed,
           (SELECT amount FROM payout_minimums AS announced
             WHERE announced.coin = miners.coin AND announced.network = miners.network AND effective_at <= ${new Date(now)}
             ORDER BY effective_at DESC, announced.id DESC LIMIT 1) AS minimum,
           EXISTS (SELECT 1 FROM workers WHERE miner_id = miners.id AND online AND code IS NOT NULL) AS has_codes
      FROM miners
      CROSS JOIN LATERAL (
        SELECT ${creditedIn(spans.past24h)} AS past24h, ${creditedIn(spans.past7d)} AS past7d,
               ${creditedIn(spans.past30d)} AS past30d, ${creditedIn({ from: now - 24 * hourMs, to: now + 1 })} AS past_day
          FROM credits WHERE miner_id = miners.id AND credited_at >= ${new Date(spans.past30d.from)}
      ) AS earned
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount) FILTER (WHERE state = 'settled'), 0) AS paid,
               max(ended_at) FILTER (WHERE state = 'settled') AS last_paid_at, count(*)::int AS payments
          FROM payouts WHERE miner_id = miners.id
      ) AS settled
     WHERE uuid = ${uuid.toLowerCase()}::uuid`);
  if (row === undefined) return undefined;
  const { mining, referral } = row;
  return {
    miner: minerOf(row),
    balance: { mining, referral, total: mining + referral },
    paid: row.paid,
    payments: row.payments,
    lastPaymentAt: row.last_paid_at?.getTime() ?? null,
    feePpm: row.has_codes ? await readFeePpm(ctx, row.id) : poolFeePpm,
    rewarded: {
      past24h: { ...spans.past24h, amount: row.past24h },
      past7d: { ...spans.past7d, amount: row.past7d },
      past30d: { ...spans.past30d, amount: row.past30d },
    },
    minimum: row.minimum ?? undefined,
    payday: { pastDay: row.past_day, isOwed: row.is_owed },
  };
}

function creditedIn({ from, to }: Span): Sql {
  return sql`coalesce(sum(credited) FILTER (WHERE credited_at >= ${new Date(from)} AND credited_at < ${new Date(to)}), 0)`;
}
