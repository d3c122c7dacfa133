import { formatAmount } from '@openlode/money/amount';
import sql, { type Sql } from 'sql-template-tag';
import { type Transaction, wholeLookMs } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { spanOfDays } from './export-entries.ts';

/** What was booked on a day of UTC by one kind of entry at one kind of account, in one asset. */
export interface LedgerDay {
  /** `2026-05-01`. */
  readonly day: string;
  readonly asset: string;
  /** Of the entries, such as `payout-settled`. */
  readonly entry: string;
  /** Of the accounts, such as `mining` or `own`. */
  readonly account: string;
  readonly entries: number;
  /** The sum, as decimal text. All of an asset, day and kind of entry come to zero, because every entry does. */
  readonly amount: string;
}

/** What an accountant is given of whole days of UTC. */
export interface LedgerDays {
  readonly kind: 'days';
  readonly days: readonly LedgerDay[];
  /** Entries of these days whose postings were summed, because their rounds are old: they are missing in `days`. */
  readonly summed: number;
}

export type LedgerDaysOutcome = LedgerDays | { readonly kind: 'no-days' };

/** A year and a day. */
export const daysMax = 366;

/** Sums the postings of days by what they were for: from the day of `since` to the one of `until`, both of them whole. */
export async function ledgerDays(
  ctx: Pick<ServiceContext, 'db'>,
  { since, until }: { readonly since?: number | undefined; readonly until?: number | undefined },
): Promise<LedgerDaysOutcome> {
  const days = spanOfDays({ since, until }, daysMax);
  if (days === undefined) return { kind: 'no-days' };
  const span = sql`booked_at >= ${days.from} AND booked_at < ${days.before}`;
  return ctx.db.transaction(async (tx) => sumDays(tx, span), { answerWithinMs: wholeLookMs });
}

async function sumDays(tx: Transaction, span: Sql): Promise<LedgerDays> {
  const rows = await tx.query<{
    day: string;
    asset: string;
    entry: string;
    account: string;
    entries: bigint;
    amount: bigint;
  }>(sql`
    SELECT to_char(booked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, asset, ledger_entries.kind AS entry,
           ledger_account_kind(account) AS account, count(DISTINCT entry_id) AS entries, sum(amount) AS amount
      FROM ledger_entries JOIN postings ON entry_id = ledger_entries.id
     WHERE ${span} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`);
  const [closed] = await tx.query<{ entries: bigint }>(sql`
    SELECT count(*) AS entries FROM closed_entries JOIN ledger_entries ON id = entry_id WHERE ${span}`);
  const days = rows.map(({ entries, amount, ...day }) => ({
    ...day,
    entries: Number(entries),
    amount: formatAmount(amount),
  }));
  return { kind: 'days', days, summed: Number(closed?.entries ?? 0n) };
}
