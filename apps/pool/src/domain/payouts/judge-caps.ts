import sql from 'sql-template-tag';
import { firstRow, type Transaction } from '../../runtime/database/database.ts';
import type { HoldReason, Payout } from './payout.ts';
import type { ReserveContext } from './payout-context.ts';
import { utcDate } from '../kernel/utc-day.ts';

/** A payout on its way past the caps. */
export interface CappedPayout {
  /** Undefined before it has a row: then every held payout is older. */
  readonly id: bigint | undefined;
  readonly kind: 'manual' | 'auto';
  /** Its value now in units of 10^-18 dollars; undefined where no agreed price exists. */
  readonly usd: bigint | undefined;
  /** When it is judged. */
  readonly now: number;
}

/**
 * Counts a payout towards the caps of the current UTC day, and answers why it must wait, or null. The sums are locked. A payout that
 * would exceed a cap is not counted. The oldest goes first: a payout also waits while an older one waits for the same cap. The caller
 * stores the date on which it was counted in `capped_on`.
 */
export async function judgeCaps(
  tx: Transaction,
  { caps }: Pick<ReserveContext, 'caps'>,
  { id, kind, usd, now }: CappedPayout,
): Promise<HoldReason | null> {
  if (usd === undefined) return 'no-price';
  // What exceeds the whole cap of a day or run would never fit under it, so it needs an approval too.
  if (usd > caps.miner || usd > caps.day || (kind === 'auto' && usd > caps.run)) return 'over-account-cap';
  const today = utcDate(now);
  const days = await tx.query<{ usd: bigint }>(sql`
    INSERT INTO payout_days (utc_date, usd) VALUES (${today}, 0)
    ON CONFLICT (utc_date) DO UPDATE SET usd = payout_days.usd RETURNING usd`);
  if (firstRow(days).usd + usd > caps.day || (await isQueued(tx, 'over-day-cap', id))) return 'over-day-cap';
  if (kind === 'auto') {
    const runs = await tx.query<{ usd: bigint }>(sql`
      INSERT INTO payout_runs (run_date) VALUES (${today})
      ON CONFLICT (run_date) DO UPDATE SET usd = payout_runs.usd RETURNING usd`);
    if (firstRow(runs).usd + usd > caps.run || (await isQueued(tx, 'over-run-cap', id)))
      return 'over-run-cap';
  }
  await tx.query(sql`UPDATE payout_days SET usd = usd + ${usd} WHERE utc_date = ${today}`);
  if (kind === 'auto')
    await tx.query(sql`UPDATE payout_runs SET usd = usd + ${usd} WHERE run_date = ${today}`);
  return null;
}

/** Takes an unsigned payout out of the caps of the day on which it was counted. */
export async function uncountFromCaps(
  tx: Transaction,
  { id, kind }: Pick<Payout, 'id' | 'kind'>,
): Promise<void> {
  await tx.query(sql`
    UPDATE payout_days SET usd = payout_days.usd - payouts.judged_usd FROM payouts
     WHERE payouts.id = ${id} AND payout_days.utc_date = capped_on`);
  if (kind === 'auto')
    await tx.query(sql`
      UPDATE payout_runs SET usd = payout_runs.usd - payouts.judged_usd FROM payouts
       WHERE payouts.id = ${id} AND run_date = capped_on`);
}

/** Whether an older payout waits for this cap. */
async function isQueued(tx: Transaction, hold: HoldReason, before: bigint | undefined): Promise<boolean> {
  const rows = await tx.query(sql`
    SELECT 1 FROM payouts
     WHERE state = 'reserved' AND hold IS NOT NULL AND hold = ${hold}
       AND (${before ?? null}::bigint IS NULL OR id < ${before ?? null}::bigint) LIMIT 1`);
  return rows.length > 0;
}
