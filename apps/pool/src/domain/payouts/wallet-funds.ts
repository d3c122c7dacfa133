import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { Funds } from '../kernel/funds.ts';
import { requireRail } from '../kernel/rails.ts';
import type { CoinOnNetwork, PayoutContext } from './payout-context.ts';
import { claimedOn } from './payout-transaction.ts';

/** A wallet that is short is asked again within five minutes; what it said longer ago says nothing of now. */
const freshMs = 15 * 60_000;

/** Asks the rail of a network what its wallet has of a coin; undefined where it does not say. */
export async function askFunds(
  { db, rails }: Pick<PayoutContext, 'db' | 'rails'>,
  { coin, network }: CoinOnNetwork,
): Promise<Funds | undefined> {
  return requireRail(rails, network).funds?.(coin, network, await claimedOn(db, network));
}

/**
 * Keeps what a wallet has that was just found short, for those who read what its payouts wait for. Where it does not say, nothing of before
 * is kept. Never rejects, whatever a node says: nothing is decided by it.
 */
export async function keepFunds(
  ctx: Pick<PayoutContext, 'db' | 'rails' | 'clock'>,
  pair: CoinOnNetwork,
): Promise<void> {
  const funds = await askFunds(ctx, pair).catch(() => undefined);
  await storeFunds(ctx, pair, funds).catch(() => undefined);
}

async function storeFunds(
  ctx: Pick<PayoutContext, 'db' | 'clock'>,
  { coin, network }: CoinOnNetwork,
  funds: Funds | undefined,
): Promise<void> {
  if (funds === undefined || [funds.spendable, funds.waiting, funds.fee].some((each) => each < 0n)) {
    await ctx.db.query(sql`DELETE FROM payout_funds WHERE network = ${network} AND coin = ${coin}`);
    return;
  }
  const { spendable, waiting, fee } = funds;
  const at = new Date(ctx.clock.now());
  await ctx.db.query(sql`
    INSERT INTO payout_funds (network, coin, spendable, waiting, fee, asked_at)
    VALUES (${network}, ${coin}, ${spendable}, ${waiting}, ${fee}, ${at})
    ON CONFLICT (network, coin) DO UPDATE
      SET (spendable, waiting, fee, asked_at) = (excluded.spendable, excluded.waiting, excluded.fee, excluded.asked_at)`);
}

/** What payouts of one coin on one network that could be signed need, and what the wallet has. */
export interface Shortage {
  /** What all of them need, in units of 10^-18. */
  readonly needed: bigint;
  readonly count: number;
  /** The oldest, for which funds are kept. */
  readonly oldest: { readonly id: bigint; readonly amount: bigint };
  /** Undefined where the rail does not say. */
  readonly funds: Funds | undefined;
}

/** By `NETWORK COIN`, where a wallet was found short of it. */
export async function readShortages(db: Queryable, now: number): Promise<ReadonlyMap<string, Shortage>> {
  const rows = await db.query<{
    network: string;
    coin: string;
    needed: bigint;
    count: number;
    id: bigint;
    amount: bigint;
    spendable: bigint | null;
    waiting: bigint | null;
    fee: bigint | null;
  }>(sql`
    WITH short AS (
      SELECT network, coin, sum(amount) AS needed, count(*)::int AS count, min(id) AS id
        FROM payouts WHERE state = 'reserved' AND hold IS NULL
       GROUP BY network, coin HAVING bool_or(sign_failure = 'wallet-short'))
    SELECT short.*, payouts.amount, spendable, waiting, fee
      FROM short JOIN payouts ON payouts.id = short.id
      LEFT JOIN payout_funds ON payout_funds.network = short.network AND payout_funds.coin = short.coin
                            AND asked_at > ${new Date(now - freshMs)}`);
  return new Map(
    rows.map(({ network, coin, needed, count, id, amount, spendable, waiting, fee }) => [
      `${network} ${coin}`,
      {
        needed,
        count,
        oldest: { id, amount },
        funds:
          spendable === null || waiting === null || fee === null ? undefined : { spendable, waiting, fee },
      },
    ]),
  );
}
