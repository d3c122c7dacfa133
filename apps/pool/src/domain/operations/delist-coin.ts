import { findCoin } from '@openlode/catalogue/coins';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { waitForNextRun } from '../payouts/owed-by-run.ts';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';

export type DelistOutcome =
  /** `already`: it was delisted before, and nothing has changed. */
  | { readonly kind: 'done'; readonly coin: string; readonly already?: true }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'unknown-coin' }
  /** The catalogue itself delists it: that is a change of the release, not of a command. */
  | { readonly kind: 'delisted-by-catalogue'; readonly coin: string }
  | { readonly kind: 'unchanged'; readonly coin: string };

/**
 * Delists a coin, or lists it again: its miners are refused and disconnected, and it stands among the delisted. Work from before
 * is still credited, work from then on is not (`uncredited-work.ts`); balances are paid for 90 days (`coin-status.ts`). Auto-pay is a
 * standing request, so the next daily run pays its miners without a new reward. Delisting a coin again changes nothing: what is too small,
 * or came back to an owner too late, is paid by `paySmallest`.
 */
export async function delistCoin(
  ctx: OperationContext,
  input: { readonly coin: string; readonly delist: boolean; readonly reason: string },
): Promise<DelistOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const known = findCoin(input.coin);
  if (known === undefined) return { kind: 'unknown-coin' };
  const coin = known.symbol;
  return ctx.db.transaction(async (tx) => {
    if (known.delisted) return { kind: 'delisted-by-catalogue', coin };
    const isChanged = input.delist ? await add(tx, ctx, coin) : await remove(tx, coin);
    if (!isChanged) return input.delist ? { kind: 'done', coin, already: true } : { kind: 'unchanged', coin };
    // Miners before the small payments that were agreed to, as where a payout is reserved: else the two could wait for each other.
    if (input.delist) await oweStandingRequests(tx, coin);
    // Its hours are counted from none again.
    await tx.query(sql`DELETE FROM wind_downs WHERE coin = ${coin}`);
    await tx.query(sql`DELETE FROM smallest_balances_paid WHERE coin = ${coin}`);
    await recordDecision(tx, ctx, { kind: input.delist ? 'delist' : 'relist', subject: coin, reason });
    return { kind: 'done', coin };
  });
}

async function add(tx: Transaction, { clock }: OperationContext, coin: string): Promise<boolean> {
  const rows = await tx.query(sql`
    INSERT INTO delisted_coins (coin, since) VALUES (${coin}, ${new Date(clock.now())})
    ON CONFLICT DO NOTHING RETURNING coin`);
  return rows.length > 0;
}

async function remove(tx: Transaction, coin: string): Promise<boolean> {
  const rows = await tx.query(sql`DELETE FROM delisted_coins WHERE coin = ${coin} RETURNING coin`);
  return rows.length > 0;
}

async function oweStandingRequests(tx: Transaction, coin: string): Promise<void> {
  const rows = await tx.query<{ id: bigint }>(
    sql`SELECT id FROM miners WHERE coin = ${coin} AND auto_pay ORDER BY id`,
  );
  await waitForNextRun(
    tx,
    rows.map(({ id }) => id),
  );
}
