import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { findMiner } from '../miners/find-miner.ts';
import { balanceAccountsInSql } from '../ledger/account-names.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { dayMs, utcMidnight } from '../kernel/utc-day.ts';
import { type NamedAddress, nameMiner } from './name-miner.ts';

/** A day of UTC of a miner's balance; amounts are decimal text in its coin. */
export interface MinerDay {
  /** `2026-05-01`. */
  readonly day: string;
  /** What came: mined, by referral, and given back by payouts that were not made. */
  readonly came: string;
  /** What went: payouts, write-offs, corrections. */
  readonly went: string;
  readonly entries: number;
  /** At the end of the day; now, of today. */
  readonly balance: string;
}

export type MinerDaysOutcome =
  | Exclude<NamedAddress, { kind: 'named' }>
  | { readonly kind: 'never-mined'; readonly coin: string; readonly address: string }
  | { readonly kind: 'days'; readonly coin: string; readonly days: readonly MinerDay[] };

/** Postings of a day are closed into sums once it is 184 whole days old, and never before. */
export const minerDaysMax = 180;

/** What came to a miner's balance and went, day by day, the newest first; days without a posting are left out. */
export async function minerDays(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  { miner: text, days }: { readonly miner: string; readonly days: number },
): Promise<MinerDaysOutcome> {
  const named = await nameMiner(ctx, text);
  if (named.kind !== 'named') return named;
  const { coin, address, uuid } = named;
  const found = uuid === undefined ? undefined : await findMiner(ctx, uuid);
  if (found === undefined) return { kind: 'never-mined', coin, address };
  const from = new Date(utcMidnight(ctx.clock.now()) - (days - 1) * dayMs);
  const accounts = balanceAccountsInSql(sql`${found.id}::text`);
  // One statement, so that the balance is the one after these postings.
  const rows = await ctx.db.query<{
    day: string;
    came: bigint;
    went: bigint;
    entries: bigint;
    balance: bigint;
  }>(sql`
    SELECT to_char(booked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
           coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS came,
           coalesce(sum(amount) FILTER (WHERE amount < 0), 0) AS went, count(DISTINCT entry_id) AS entries,
           (SELECT coalesce(sum(amount), 0) FROM balances WHERE asset = ${coin} AND account IN ${accounts}) AS balance
      FROM postings JOIN ledger_entries ON ledger_entries.id = entry_id
     WHERE asset = ${coin} AND account IN ${accounts} AND booked_at >= ${from}
     GROUP BY 1 ORDER BY 1 DESC`);
  let balance = rows[0]?.balance ?? 0n;
  const listed = rows.map(({ day, came, went, entries }): MinerDay => {
    const atItsEnd = balance;
    balance -= came + went;
    return {
      day,
      came: formatAmount(came),
      went: formatAmount(went),
      entries: Number(entries),
      balance: formatAmount(atItsEnd),
    };
  });
  return { kind: 'days', coin, days: listed };
}
