import sql from 'sql-template-tag';
import { firstRow } from '../../db/database.ts';
import type { ServiceContext } from '../context.ts';
import type { Account } from './find-account.ts';
import { type Balance, readBalance } from './read-balance.ts';

const hourMs = 3_600_000;

/** A span of time in ms, end exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface AccountStats {
  readonly balance: Balance;
  readonly rewarded: Readonly<Record<'past24h' | 'past7d' | 'past30d', Span & { readonly amount: bigint }>>;
  /** Everything that was ever paid, and when the last payment succeeded. */
  readonly paid: bigint;
  readonly lastPaymentAt: number | null;
}

/** Balances, and what was credited in the past 24 hours, 7 and 30 days, each up to the last full hour. */
export async function readStats(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  account: Pick<Account, 'id' | 'coin'>,
): Promise<AccountStats> {
  const to = Math.floor(ctx.clock.now() / hourMs) * hourMs;
  const span = (days: number): Span => ({ from: to - days * 24 * hourMs, to });
  const spans = { past24h: span(1), past7d: span(7), past30d: span(30) };
  const rows = await ctx.db.query<{ past24h: bigint; past7d: bigint; past30d: bigint }>(sql`
    SELECT coalesce(sum(credited) FILTER (WHERE credited_at >= ${new Date(spans.past24h.from)}), 0) AS past24h,
           coalesce(sum(credited) FILTER (WHERE credited_at >= ${new Date(spans.past7d.from)}), 0) AS past7d,
           coalesce(sum(credited), 0) AS past30d
      FROM credits
     WHERE account_id = ${account.id} AND credited_at >= ${new Date(spans.past30d.from)} AND credited_at < ${new Date(to)}`);
  const sums = firstRow(rows);
  const settled = await ctx.db.query<{ paid: bigint; last: Date | null }>(sql`
    SELECT coalesce(sum(amount), 0) AS paid, max(ended_at) AS last FROM payouts
     WHERE account_id = ${account.id} AND state = 'settled'`);
  const { paid, last } = firstRow(settled);
  return {
    balance: await readBalance(ctx, account),
    paid,
    lastPaymentAt: last?.getTime() ?? null,
    rewarded: {
      past24h: { ...spans.past24h, amount: sums.past24h },
      past7d: { ...spans.past7d, amount: sums.past7d },
      past30d: { ...spans.past30d, amount: sums.past30d },
    },
  };
}
