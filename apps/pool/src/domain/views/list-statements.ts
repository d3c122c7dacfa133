import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { percentOf } from './percent-of.ts';
import { readCounted } from './read-counted.ts';

/** What another pool says of our account, against what has come, as JSON can carry it. Amounts are decimal text in the coin, times ms since 1970. */
export interface ListedStatement {
  readonly upstream: string;
  readonly algorithm: string;
  readonly coin: string;
  /** When it last answered; null before the first time. */
  readonly answeredAt: number | null;
  /** When this account was first asked for. */
  readonly askedSince: number;
  /** Why it did not answer the last time. */
  readonly fault: string | null;
  /** What it says that it has paid, owes, and will owe once blocks are deep enough; null where it has not said so. */
  readonly paid: string | null;
  readonly owed: string | null;
  readonly immature: string | null;
  /** What was credited of it here. */
  readonly credited: string;
  /** What it says that it has paid, and is neither booked nor in a wallet after the time that a payment may take. */
  readonly missing: string;
  /** Since when it said the oldest of that; null where nothing is missing. */
  readonly missingSince: number | null;
  /** What it says that it has paid, and may still come. */
  readonly coming: string;
  /** What the wallets hold and nothing books: it waits for income add. */
  readonly toBook: string;
  /** Of what it said that it had paid: what it has ceased to name within a week. */
  readonly takenBack: string;
  /** Its hashrate of our account against the work that was recorded here in the same hours, `97.50`; null where too little is known. */
  readonly hashratePercent: string | null;
  /** The same of the hashes that it has counted. */
  readonly countedPercent: string | null;
}

interface Row {
  readonly upstream: string;
  readonly algorithm: string;
  readonly coin: string;
  readonly answered_at: Date | null;
  readonly asked_since: Date;
  readonly fault: string | null;
  readonly paid: bigint | null;
  readonly owed: bigint | null;
  readonly immature: bigint | null;
  readonly credited: bigint;
  readonly missing: bigint;
  readonly missing_since: Date | null;
  readonly coming: bigint;
  readonly to_book: bigint;
  readonly taken_back: bigint;
}

/** Every account with another pool whose pages were ever asked, by its name. */
export async function listStatements({
  db,
  clock,
}: Pick<ServiceContext, 'db' | 'clock'>): Promise<ListedStatement[]> {
  const now = new Date(clock.now());
  const rows = await db.query<Row>(sql`
    SELECT upstream, algorithm, asset AS coin, answered_at, asked_since, fault, paid, owed, immature, credited, to_book, taken_back,
           missing + CASE WHEN unnamed_since <= due_at THEN unnamed ELSE 0 END AS missing,
           least(missing_since, CASE WHEN unnamed_since <= due_at THEN unnamed_since END) AS missing_since,
           coming + CASE WHEN unnamed_since > due_at THEN unnamed ELSE 0 END AS coming
      FROM (SELECT *, ${now}::timestamptz - arrives_within_ms * interval '1 millisecond' AS due_at, ${now}::timestamptz - interval '7 days' AS week_ago
              FROM upstream_statements) AS said
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(amount) FILTER (WHERE state = 'open' AND NOT is_held AND seen_at <= due_at), 0) AS missing,
              min(seen_at) FILTER (WHERE state = 'open' AND NOT is_held AND seen_at <= due_at) AS missing_since,
              coalesce(sum(amount) FILTER (WHERE state = 'open' AND NOT is_held AND seen_at > due_at), 0) AS coming,
              coalesce(sum(amount) FILTER (WHERE state = 'open' AND is_held), 0) AS to_book,
              coalesce(sum(amount) FILTER (WHERE state = 'taken-back' AND state_at > week_ago), 0) AS taken_back
         FROM upstream_lines
        WHERE upstream_lines.upstream = said.upstream AND upstream_lines.algorithm = said.algorithm) AS lines
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(amount), 0) AS credited FROM incomes
        WHERE incomes.upstream = said.upstream AND incomes.algorithm = said.algorithm AND incomes.asset = said.asset) AS booked
     ORDER BY upstream, algorithm`);
  return Promise.all(
    rows.map(async ({ upstream, algorithm, coin, fault, ...row }): Promise<ListedStatement> => {
      const counted = await readCounted(db, { upstream, algorithm }, clock.now());
      const text = (amount: bigint | null) => (amount === null ? null : formatAmount(amount));
      return {
        upstream,
        algorithm,
        coin,
        answeredAt: row.answered_at?.getTime() ?? null,
        askedSince: row.asked_since.getTime(),
        fault,
        paid: text(row.paid),
        owed: text(row.owed),
        immature: text(row.immature),
        credited: formatAmount(row.credited),
        missing: formatAmount(row.missing),
        missingSince: row.missing_since?.getTime() ?? null,
        coming: formatAmount(row.coming),
        toBook: formatAmount(row.to_book),
        takenBack: formatAmount(row.taken_back),
        hashratePercent: percentOf(counted?.byHashrate, counted?.recorded),
        countedPercent: percentOf(counted?.byHashes, counted?.recorded),
      };
    }),
  );
}
