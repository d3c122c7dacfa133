import { formatAmount } from '@openlode/money/amount';
import sql, { raw } from 'sql-template-tag';
import { wholeLookMs } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { dayMs } from '../kernel/utc-day.ts';

/** A posting as an accountant is given it; of an entry of an old round, of which the ledger keeps sums alone, one without account, asset and amount. */
export interface ExportedPosting {
  readonly entry: string;
  /** `2026-05-01T09:30:00.000Z`. */
  readonly booked: string;
  readonly kind: string;
  /** By which the entry is booked once. */
  readonly key: string;
  readonly account: string;
  readonly asset: string;
  /** Decimal text; all of an entry and asset come to zero. */
  readonly amount: string;
}

export interface Exported {
  readonly kind: 'exported';
  readonly entries: number;
  readonly postings: number;
  /** Entries whose postings were summed. */
  readonly summed: number;
}

const rowsAtOnce = 1000;

/** Whole days of UTC, from the one of `since` to the one of `until`; undefined where they are none, or more than `max`. */
export function spanOfDays(
  { since, until }: { readonly since?: number | undefined; readonly until?: number | undefined },
  max: number,
): { readonly from: Date; readonly before: Date } | undefined {
  if (since === undefined) return undefined;
  const first = Math.floor(since / dayMs);
  const last = Math.floor((until ?? since) / dayMs);
  if (last < first || last - first >= max) return undefined;
  return { from: new Date(first * dayMs), before: new Date((last + 1) * dayMs) };
}

/** Gives every posting that was booked in a span to `take`, entry by entry, in one snapshot and however many there are. */
export async function exportEntries(
  ctx: Pick<ServiceContext, 'db'>,
  { from, before }: { readonly from: Date; readonly before: Date },
  take: (postings: readonly ExportedPosting[]) => Promise<void>,
): Promise<Exported> {
  return ctx.db.transaction(
    async (tx) => {
      await tx.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
      await tx.query(sql`
        DECLARE exported NO SCROLL CURSOR FOR
        SELECT ledger_entries.id, booked_at, kind, key, account, asset, amount
          FROM ledger_entries LEFT JOIN postings ON entry_id = ledger_entries.id
         WHERE booked_at >= ${from} AND booked_at < ${before} ORDER BY ledger_entries.id, line`);
      const done = { entries: 0, postings: 0, summed: 0 };
      let last: bigint | undefined;
      for (;;) {
        const rows = await tx.query<Row>(sql`FETCH ${raw(String(rowsAtOnce))} FROM exported`);
        if (rows.length === 0) return { kind: 'exported', ...done };
        for (const { id, account } of rows) {
          if (id !== last) done.entries += 1;
          last = id;
          if (account === null) done.summed += 1;
          else done.postings += 1;
        }
        await take(rows.map(postingOf));
      }
    },
    { answerWithinMs: wholeLookMs },
  );
}

interface Row {
  readonly id: bigint;
  readonly booked_at: Date;
  readonly kind: string;
  readonly key: string;
  readonly account: string | null;
  readonly asset: string | null;
  readonly amount: bigint | null;
}

function postingOf({ id, booked_at: booked, kind, key, account, asset, amount }: Row): ExportedPosting {
  return {
    entry: id.toString(),
    booked: booked.toISOString(),
    kind,
    key,
    account: account ?? '',
    asset: asset ?? '',
    amount: amount === null ? '' : formatAmount(amount),
  };
}
