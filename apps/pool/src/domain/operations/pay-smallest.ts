import { findCoin } from '@openlode/catalogue/coins';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';
import { type Rails, railView, requireRail } from '../kernel/rails.ts';
import { closedPairs, readClosures, statusOf } from '../miners/coin-status.ts';
import { waitForNextRun } from '../payouts/owed-by-run.ts';
import type { CoinOnNetwork } from '../payouts/payout-context.ts';
import { countUnpaid, type UnpaidBalances } from '../payouts/smallest-balances.ts';

export type PaySmallestOutcome =
  /** `payments`: as many as are made at most; `fees`: the most that their networks may take, with its asset. */
  | {
      readonly kind: 'done';
      readonly coin: string;
      readonly networks: readonly string[];
      readonly payments: number;
      readonly fees: string;
    }
  | { readonly kind: 'malformed-reason' }
  /** No closed network of the coin has a balance that is not paid and that the network carries. */
  | { readonly kind: 'nothing-to-pay' }
  /** No wallet of the pool pays the coin there. */
  | { readonly kind: 'no-rail'; readonly network: string }
  /** There are more than the operator has agreed to. */
  | { readonly kind: 'more-than-agreed'; readonly payments: number }
  /** The fees could be more than the pool's own money in their asset, less what was promised to other small balances. */
  | {
      readonly kind: 'fees-exceed-own';
      readonly payments: number;
      readonly fees: string;
      readonly available: string;
    };

interface Request {
  readonly coin: string;
  /** One of its closed networks; left out for all of them. */
  readonly network?: string;
  /** The most payments, as decimal text. */
  readonly agreed?: string;
  readonly reason: string;
}

interface Plan extends CoinOnNetwork, UnpaidBalances {
  readonly feeAsset: string;
  readonly feeMax: bigint;
}

/**
 * Has the balances of a closed coin, or of a closed network of an open one, paid for another 90 days from the least on that the network
 * carries: what is below a tenth of the minimum, or came back to an owner too late, has no other way out. The fees are the pool's, so no
 * more small payments are made than there are now, and none where the pool's own money may not be enough.
 */
export async function paySmallest(
  ctx: OperationContext & { readonly payouts: { readonly rails: Rails } },
  input: Request,
): Promise<PaySmallestOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const { rails } = ctx.payouts;
  return ctx.db.transaction(async (tx) => {
    // Two operators at once: the second waits, and counts what the first was promised.
    await tx.query(sql`LOCK TABLE smallest_balances_paid IN SHARE ROW EXCLUSIVE MODE`);
    const plans: Plan[] = [];
    for (const { pair, unpaid } of await readUnpaid(tx, input, ctx.clock.now())) {
      if (!railView(rails).pays(pair.coin, pair.network)) return { kind: 'no-rail', network: pair.network };
      const { feeAsset, feeMax } = requireRail(rails, pair.network).terms(pair.coin, pair.network);
      plans.push({ ...pair, ...unpaid, feeAsset, feeMax });
    }
    const [first] = plans;
    if (first === undefined) return { kind: 'nothing-to-pay' };
    const payments = plans.reduce((sum, { all }) => sum + all, 0);
    if (input.agreed !== undefined && BigInt(payments) > BigInt(input.agreed))
      return { kind: 'more-than-agreed', payments };
    const needed = feesByAsset(plans);
    const fees = feesText(needed);
    for (const [asset, fee] of needed) {
      const own = await readFreeFunds(tx, asset, plans);
      if (own >= fee) continue;
      const available = feesText(new Map([[asset, own > 0n ? own : 0n]]));
      return { kind: 'fees-exceed-own', payments, fees, available };
    }
    for (const plan of plans) await store(tx, plan, new Date(ctx.clock.now()));
    const networks = plans.map(({ network }) => network);
    const subject = `${first.coin} on ${networks.join(', ')}: ${payments} payments, fees up to ${fees}`;
    await recordDecision(tx, ctx, { kind: 'pay-smallest', subject, reason });
    return { kind: 'done', coin: first.coin, networks, payments, fees };
  });
}

async function readUnpaid(
  tx: Queryable,
  input: Pick<Request, 'coin' | 'network'>,
  now: number,
): Promise<{ pair: CoinOnNetwork; unpaid: UnpaidBalances }[]> {
  const closures = await readClosures(tx);
  const symbol = findCoin(input.coin)?.symbol;
  const found: { pair: CoinOnNetwork; unpaid: UnpaidBalances }[] = [];
  for (const name of closedPairs(closures, now)) {
    const [coin = '', network = ''] = name.split(':');
    if (coin !== symbol || network !== (input.network?.toUpperCase() ?? network)) continue;
    const unpaid = await countUnpaid(tx, { coin, network }, statusOf(closures, { coin, network }, now));
    if (unpaid.all > 0) found.push({ pair: { coin, network }, unpaid });
  }
  return found;
}

function feesByAsset(plans: readonly Plan[]): Map<string, bigint> {
  const fees = new Map<string, bigint>();
  for (const { feeAsset, feeMax, all } of plans)
    fees.set(feeAsset, (fees.get(feeAsset) ?? 0n) + feeMax * BigInt(all));
  return fees;
}

function feesText(fees: ReadonlyMap<string, bigint>): string {
  return [...fees].map(([asset, fee]) => `${formatAmount(fee)} ${asset}`).join(' and ');
}

/** The pool's own money of an asset, less what networks took and what other small payments may still cost. */
async function readFreeFunds(tx: Queryable, asset: string, planned: readonly Plan[]): Promise<bigint> {
  const pairs = planned.map(({ coin, network }) => `${coin}:${network}`);
  const [row] = await tx.query<{ free: bigint }>(sql`
    SELECT (SELECT coalesce(sum(amount), 0) FROM balances WHERE asset = ${asset} AND kind IN ('own', 'loss'))
           - (SELECT coalesce(sum(payments_left * fee_max), 0) FROM smallest_balances_paid
              WHERE fee_asset = ${asset} AND NOT coin || ':' || network = ANY(${pairs}::text[])) AS free`);
  return row?.free ?? 0n;
}

/** Its hours are counted from none again, and the next daily run pays those with auto-pay without a new reward. */
async function store(
  tx: Transaction,
  { coin, network, small, feeAsset, feeMax }: Plan,
  at: Date,
): Promise<void> {
  await tx.query(sql`DELETE FROM wind_downs WHERE coin = ${coin} AND network = ${network}`);
  await tx.query(sql`
    INSERT INTO smallest_balances_paid (coin, network, since, payments_left, fee_asset, fee_max)
    VALUES (${coin}, ${network}, ${at}, ${small}, ${feeAsset}, ${feeMax})
    ON CONFLICT (coin, network) DO UPDATE
      SET since = excluded.since, payments_left = excluded.payments_left, fee_asset = excluded.fee_asset, fee_max = excluded.fee_max`);
  const rows = await tx.query<{ id: bigint }>(
    sql`SELECT id FROM miners WHERE coin = ${coin} AND network = ${network} AND auto_pay`,
  );
  await waitForNextRun(
    tx,
    rows.map(({ id }) => id),
  );
}
