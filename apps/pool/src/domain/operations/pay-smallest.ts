import { findCoin } from '@openlode/catalogue/coins';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';
import { type Rails, railView, requireRail } from '../kernel/rails.ts';
import { closedPairs, readClosures, statusOf } from '../miners/coin-status.ts';
import { waitForNextRun } from '../payouts/owed-by-run.ts';
import type { CoinOnNetwork } from '../payouts/payout-context.ts';
import {
  countUnpaid,
  planSmallestAlone,
  readLeast,
  tenthOf,
  type UnpaidBalances,
} from '../payouts/smallest-balances.ts';
import { readOwnMoney } from '../treasury/own-money.ts';

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
  | { readonly kind: 'malformed-least' }
  /** Balances of `tenth` and more are paid without a word of the operator: a least above it would leave none. */
  | { readonly kind: 'least-too-high'; readonly network: string; readonly tenth: string }
  /** No closed network of the coin has a balance that is not paid and that the network carries. */
  | { readonly kind: 'nothing-to-pay' }
  /** No wallet of the pool pays the coin there. */
  | { readonly kind: 'no-rail'; readonly network: string }
  /** There are more than the operator has agreed to. */
  | { readonly kind: 'more-than-agreed'; readonly payments: number }
  /** The fees might exceed the pool's own money in their asset, less the fees promised for other small balances. */
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
  /** The least that is worth its fee, as decimal text in the coin; left out, everything that the network carries. */
  readonly least?: string;
  /** The most payments, as decimal text. */
  readonly agreed?: string;
  readonly reason: string;
}

interface Plan extends CoinOnNetwork, UnpaidBalances {
  /** Some are being paid already, from a higher least on. */
  readonly isPaying: boolean;
  readonly least: bigint;
  readonly feeAsset: string;
  readonly feeMax: bigint;
}

/**
 * Has the small balances of a closed coin, or of a closed network of an open one, paid for another 90 days, from the smallest amount
 * that the network carries or from `least`. They have no other way out: they are below a tenth of the minimum, or were given back to
 * their owner after the wind-down. The pool pays the fees. So the number of payments is limited to what there is now, and nothing is
 * planned where the pool's own money might not cover the fees. Where balances from a higher least on are paid already, those between
 * the two are added.
 */
export async function paySmallest(
  ctx: OperationContext & { readonly payouts: { readonly rails: Rails } },
  input: Request,
): Promise<PaySmallestOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const least = readLeast(input.least ?? '0');
  if (least === undefined) return { kind: 'malformed-least' };
  const { rails } = ctx.payouts;
  return ctx.db.transaction(async (tx) => {
    // Two operators at once: the second waits, and counts what the first was promised.
    await planSmallestAlone(tx);
    const plans: Plan[] = [];
    for (const { pair, unpaid, isPaying } of await readClosed(tx, { ...input, least }, ctx.clock.now())) {
      const tenth = tenthOf(pair) ?? 0n;
      if (least > tenth) return { kind: 'least-too-high', network: pair.network, tenth: formatAmount(tenth) };
      if (unpaid.all === 0) continue;
      if (!railView(rails).pays(pair.coin, pair.network)) return { kind: 'no-rail', network: pair.network };
      const { feeAsset, feeMax } = requireRail(rails, pair.network).terms(pair.coin, pair.network);
      plans.push({ ...pair, ...unpaid, isPaying, least, feeAsset, feeMax });
    }
    const [first] = plans;
    if (first === undefined) return { kind: 'nothing-to-pay' };
    const payments = plans.reduce((sum, { all }) => sum + all, 0);
    if (input.agreed !== undefined && BigInt(payments) > BigInt(input.agreed))
      return { kind: 'more-than-agreed', payments };
    const needed = feesByAsset(plans);
    const fees = feesText(needed);
    for (const [asset, fee] of needed) {
      const own = await readFreeFunds(tx, asset, plans, ctx.clock.now());
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

interface Found extends Pick<Plan, 'isPaying'> {
  readonly pair: CoinOnNetwork;
  readonly unpaid: UnpaidBalances;
}

/** The closed networks that are meant. */
async function readClosed(
  tx: Queryable,
  input: Pick<Request, 'coin' | 'network'> & { readonly least: bigint },
  now: number,
): Promise<Found[]> {
  const closures = await readClosures(tx);
  const symbol = findCoin(input.coin)?.symbol;
  const found: Found[] = [];
  for (const name of closedPairs(closures, now)) {
    const [coin = '', network = ''] = name.split(':');
    if (coin !== symbol || network !== (input.network?.toUpperCase() ?? network)) continue;
    const pair = { coin, network };
    const status = statusOf(closures, pair, now);
    const unpaid = await countUnpaid(tx, pair, status, input.least);
    const isPaying = status.kind === 'winding-down' && status.paysFrom !== undefined;
    found.push({ pair, unpaid, isPaying });
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

/**
 * The pool's own money of an asset in its wallets, less what networks take and what other small payments may still cost. The ledger is not locked:
 * miners are locked after this, and a reservation locks them before it.
 */
async function readFreeFunds(
  tx: Queryable,
  asset: string,
  plans: readonly Plan[],
  now: number,
): Promise<bigint> {
  const promises = plans.filter(({ isPaying }) => !isPaying);
  return (await readOwnMoney(tx, asset, now, { promises })).inWallets;
}

/**
 * Stores the plan: the hours of the wind-down are counted from zero again, and the next daily run pays miners with auto-pay without a
 * new reward. Locks miners first and the count of payments last, in the order of a reservation: otherwise the two could deadlock.
 */
async function store(
  tx: Transaction,
  { coin, network, small, isPaying, least, feeAsset, feeMax }: Plan,
  at: Date,
): Promise<void> {
  const rows = await tx.query<{ id: bigint }>(
    sql`SELECT id FROM miners WHERE coin = ${coin} AND network = ${network} AND auto_pay ORDER BY id`,
  );
  await waitForNextRun(
    tx,
    rows.map(({ id }) => id),
  );
  await tx.query(sql`DELETE FROM wind_downs WHERE coin = ${coin} AND network = ${network}`);
  await tx.query(sql`
    INSERT INTO smallest_balances_paid AS paid (coin, network, since, payments_left, fee_asset, fee_max, least)
    VALUES (${coin}, ${network}, ${at}, ${small}, ${feeAsset}, ${feeMax}, ${least})
    ON CONFLICT (coin, network) DO UPDATE
      SET since = excluded.since, fee_asset = excluded.fee_asset, fee_max = excluded.fee_max, least = excluded.least,
          payments_left = excluded.payments_left + CASE WHEN ${isPaying} THEN paid.payments_left ELSE 0 END`);
}
